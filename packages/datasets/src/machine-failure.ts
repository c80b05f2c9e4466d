import { RefbenchError } from '@refbench/contracts';

const MACHINE: ReadonlySet<string> = new Set([
  'infra-incomplete',
  'engine',
  'disk',
  'in-use',
  'interrupted',
]);

/** Returns why an instance is at fault; rethrows failures of the machine and bugs. */
export function faultOf(error: unknown): string {
  if (!RefbenchError.isInstance(error) || MACHINE.has(error.kind)) throw error;
  return error.message;
}
