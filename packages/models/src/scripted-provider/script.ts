import { readYamlFile } from '@refbench/base';
import { z } from 'zod';

/** Any figure may be wrong on purpose: a text, a negative or a huge number, or null to leave it out. */
export type ScriptCount = number | string | null;

export interface ScriptUsage {
  /** All input tokens, including cached ones. */
  readonly input?: ScriptCount | undefined;
  readonly output?: ScriptCount | undefined;
  readonly cache_read?: ScriptCount | undefined;
  readonly cache_write?: ScriptCount | undefined;
  readonly reasoning?: ScriptCount | undefined;
}

export type ScriptFault =
  | {
      readonly status: number;
      readonly retry_after?: number | undefined;
      readonly code?: string | undefined;
    }
  /** `reset`: before any byte; `cut`: in the middle; `endless`: text until the client goes away. */
  | 'reset'
  | 'cut'
  | 'garbage'
  | 'empty'
  | 'endless'
  | 'no-usage';

/** Everything that is given must hold. */
interface ScriptCondition {
  /** A part of what the user said. */
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
  /** How many results of tools the request carries: the place in the conversation. */
  readonly results?: number | undefined;
  /** Whether it offers tools; a request for a title does not. */
  readonly tools?: boolean | undefined;
}

export interface ScriptRule {
  readonly when?: ScriptCondition | undefined;
  /** Serves so many requests, then lets the next rules have them. */
  readonly times?: number | undefined;
  readonly say?: string | undefined;
  /** A command line. It is passed to the tool that the client offers for commands. */
  readonly shell?: string | undefined;
  readonly tool?: { readonly name: string; readonly input: unknown } | undefined;
  /** For a request that forces a tool: its input; for others: JSON text. */
  readonly answer?: unknown;
  readonly fault?: ScriptFault | undefined;
  readonly usage?: ScriptUsage | undefined;
  /** Between the events of a stream. */
  readonly chunk_ms?: number | undefined;
}

export interface ServerScript {
  /** The default usage of all rules. */
  readonly usage?: ScriptUsage | undefined;
  /** The first rule that matches a request answers it. */
  readonly rules: readonly ScriptRule[];
}

const countSchema = z.union([z.number(), z.string(), z.null()]).optional();
const usageSchema = z.strictObject({
  input: countSchema,
  output: countSchema,
  cache_read: countSchema,
  cache_write: countSchema,
  reasoning: countSchema,
});

const faultSchema = z.union([
  z.enum(['reset', 'cut', 'garbage', 'empty', 'endless', 'no-usage']),
  z.strictObject({
    status: z.int().min(300).max(599),
    retry_after: z.number().nonnegative().optional(),
    code: z.string().optional(),
  }),
]);

const ruleSchema = z
  .strictObject({
    when: z
      .strictObject({
        prompt: z.string().optional(),
        model: z.string().optional(),
        results: z.int().nonnegative().optional(),
        tools: z.boolean().optional(),
      })
      .optional(),
    times: z.int().positive().optional(),
    say: z.string().optional(),
    shell: z.string().optional(),
    tool: z.strictObject({ name: z.string(), input: z.unknown() }).optional(),
    answer: z.unknown().optional(),
    fault: faultSchema.optional(),
    usage: usageSchema.optional(),
    chunk_ms: z.int().nonnegative().optional(),
  })
  .refine(
    ({ say, shell, tool, answer, fault }) =>
      [say, shell, tool, answer, fault].some((each) => each !== undefined),
    'a rule must say something: one of say, shell, tool, answer, fault',
  );

const scriptSchema: z.ZodType<ServerScript> = z.strictObject({
  usage: usageSchema.optional(),
  rules: z.array(ruleSchema).min(1),
});

/** @throws RefbenchError kind `invalid-file`, which names what is wrong in it */
export async function parseServerScript(path: string): Promise<ServerScript> {
  return readYamlFile(path, scriptSchema);
}
