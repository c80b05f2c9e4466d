import { JSON_OUTPUTS, type JsonOutputName } from '../command-line/outputs/json-outputs.ts';
import type { CommandResult } from '../command.testkit.ts';
import type { Example } from './documented-examples.testkit.ts';
import { PREPARATIONS, WITH_JSON, WITHOUT_JSON, type Lane } from './example-lanes.testkit.ts';
import type { ExampleWorkspace } from './example-workspace.testkit.ts';
import { execute, realLine } from './execute-example.testkit.ts';

/** The result of an example. */
export interface Outcome {
  /** The line that was executed. */
  readonly real: string;
  readonly result: CommandResult;
  /** Present if the command has `--json` and no earlier example covered this output. */
  readonly json?: {
    readonly line: string;
    readonly name: JsonOutputName;
    readonly result: CommandResult;
  };
}

/** Executes examples in order. Equal lines are executed once. Returns the result of each. */
export async function executeLane(
  lane: Lane,
  examples: readonly Example[],
  workspace: ExampleWorkspace,
): Promise<ReadonlyMap<string, Outcome>> {
  for (const line of PREPARATIONS[lane]) {
    const { code, stderr } = await execute(line, workspace);
    if (code !== 0) throw new Error(`${line}\nended with ${String(code)}: ${stderr}`);
  }
  const outcomes = new Map<string, Outcome>();
  const byReal = new Map<string, Outcome>();
  const shown = new Set<string>();
  for (const example of examples) {
    const real = await realLine(example.line, workspace);
    const name = jsonOf(example);
    const output = `${example.command.path}: ${name}`;
    const isNew = name !== undefined && !shown.has(output);
    shown.add(output);
    // --json runs before the plain command, because some commands print nothing when they are repeated.
    const json = isNew ? await withJson(example, real, name, workspace) : undefined;
    const result = byReal.get(real)?.result ?? (await execute(real, workspace));
    const outcome = { real, result, ...(json === undefined ? {} : { json }) };
    byReal.set(real, outcome);
    outcomes.set(example.line, outcome);
  }
  return outcomes;
}

async function withJson(
  { line }: Example,
  real: string,
  name: JsonOutputName,
  workspace: ExampleWorkspace,
): Promise<Outcome['json']> {
  const plain = real.replace(/ > \S+$/, '').replace(/ --json\b/, '');
  const withOption = await realLine(WITH_JSON[line] ?? `${plain} --json`, workspace);
  return { line: withOption, name, result: await execute(withOption, workspace) };
}

/** The name of the `--json` output of an example. */
function jsonOf({ line, command: { path, command } }: Example): JsonOutputName | undefined {
  const hasOption = command.options.some(({ long }) => long === '--json');
  if (!hasOption || WITHOUT_JSON.includes(path)) return undefined;
  const { json, alsoJson } = command.docs ?? {};
  return line.includes('--dry-run') && alsoJson !== undefined ? alsoJson : json;
}

/** Whether a JSON output is one object or JSON lines. */
export function formOf(name: JsonOutputName): 'object' | 'lines' {
  return JSON_OUTPUTS[name].form;
}
