import { RefbenchError, type Limits } from '@refbench/contracts';
import { readYamlFile } from '@refbench/base';
import type { EngineSlots } from '@refbench/fleet';
import { parseSize } from '@refbench/runner';
import { connectEngine, type Engine } from '@refbench/sandbox';
import { z } from 'zod';

const sizeSchema = z.string().transform((text, context) => {
  const bytes = parseSize(text);
  if (bytes !== undefined) return bytes;
  context.addIssue('specify a size such as 60G or 800M');
  return z.NEVER;
});

/** One engine of engines.yaml, and the part of it that the run may use. */
const givenEngineSchema = z.strictObject({
  host: z.string().min(1),
  /** Attempts at a time. Without it, as many as there is room for. */
  slots: z.int().min(1).max(1000).optional(),
  /** Default: all processors of the engine. */
  cpus: z.number().positive().optional(),
  /** Default: all its memory. */
  memory: sizeSchema.optional(),
  /** For what attempts write. Default: as much as they need. */
  disk: sizeSchema.optional(),
});
type GivenEngine = z.infer<typeof givenEngineSchema>;

const enginesSchema = z.strictObject({ engines: z.array(givenEngineSchema).min(1) });

/** The limits of an attempt that decide how many of them an engine can make at a time. */
type AttemptNeeds = Pick<Limits, 'cpus' | 'memory_bytes' | 'storage_bytes'>;

/**
 * Reads the engines of a run, and asks those without a number of slots what they have.
 * @param say told about each engine that does not answer and is left out
 * @throws RefbenchError kind `engine` if none answers, `usage` or `invalid-file` for a wrong list
 */
export async function enginesOf(
  values: readonly string[],
  {
    stateDir,
    limits,
    say,
  }: {
    readonly stateDir: string;
    readonly limits: AttemptNeeds;
    readonly say: (message: string) => void;
  },
): Promise<readonly EngineSlots[]> {
  const given = (await Promise.all(values.map((value) => givenEngines(value)))).flat();
  const repeated = given.find(
    ({ host }, index) => given.findIndex((one) => one.host === host) < index,
  );
  if (repeated !== undefined) {
    throw new RefbenchError({
      kind: 'usage',
      message: `--engine names ${repeated.host} twice`,
      hint: `use ${repeated.host}=2 for two attempts at a time`,
    });
  }
  const engines: EngineSlots[] = [];
  let failure: unknown;
  for (const { host, slots, cpus, memory, disk } of given) {
    try {
      await using engine = await connectEngine({ stateDir, host });
      const { info } = engine;
      const room = {
        cpus: Math.min(cpus ?? info.cpus, info.cpus),
        memoryBytes: Math.min(memory ?? info.memoryBytes, info.memoryBytes),
        diskBytes: disk,
      };
      engines.push({ host, slots: slots ?? roomFor(room, limits) });
    } catch (error) {
      if (!RefbenchError.isInstance(error)) throw error;
      failure = error;
      say(`${host} is left out: ${error.message}`);
    }
  }
  if (engines.length === 0) throw failure;
  return engines;
}

/** The number of attempts for which there are processors, memory and disk space; at least one. */
export function roomFor(
  {
    cpus,
    memoryBytes,
    diskBytes = Infinity,
  }: Pick<Engine['info'], 'cpus' | 'memoryBytes'> & { readonly diskBytes?: number | undefined },
  limits: AttemptNeeds,
): number {
  const rooms = [
    cpus / limits.cpus,
    memoryBytes / limits.memory_bytes,
    diskBytes / limits.storage_bytes,
  ];
  return Math.max(1, Math.floor(Math.min(...rooms)));
}

async function givenEngines(value: string): Promise<readonly GivenEngine[]> {
  if (/\.ya?ml$/.test(value)) return (await readYamlFile(value, enginesSchema)).engines;
  const [, host = value, slots] = /^(.+?)(?:=(\d+))?$/.exec(value) ?? [];
  if (!/^(?:unix|tcp|ssh|http|https):\/\//.test(host) || slots === '0') {
    throw new RefbenchError({
      kind: 'usage',
      message: `"${value}" is not a container engine`,
      hint: 'write for example ssh://host1=2, unix:///run/docker-2.sock or engines.yaml',
    });
  }
  return [{ host, ...(slots === undefined ? {} : { slots: Number(slots) }) }];
}
