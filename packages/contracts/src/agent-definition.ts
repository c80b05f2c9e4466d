import { z } from 'zod';
import { segmentSchema } from './instance-id.ts';
import { isReservedAgentName, RESERVED_NAME } from './reserved-names.ts';
import { modeSchema, treePathSchema } from './instance.ts';

/**
 * agent.yaml of a custom agent directory. The directory is mounted read-only at /opt/agent; the
 * command runs in /testbed as an unprivileged user, with the task in the file that
 * REFBENCH_PROMPT_FILE names.
 */
export const agentDefinitionSchema = z.strictObject({
  name: segmentSchema
    .refine((name) => !isReservedAgentName(name), RESERVED_NAME)
    .meta({ examples: ['my-agent'] }),
  version: z
    .string()
    .min(1)
    .max(64)
    .meta({ examples: ['1.0'] }),
  /** argv; never a shell line. A relative first word is looked up in /opt/agent. */
  command: z
    .array(z.string().min(1))
    .min(1)
    .meta({ examples: [['start.sh', '--fast']] }),
  env: z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z_][A-Za-z0-9_]*$/,
          'the name of an environment variable has letters, digits and "_" only',
        ),
      z.string(),
    )
    .default({}),
  /** Files that the agent wants in its HOME: path below HOME -> file of this directory. */
  files: z.record(treePathSchema, treePathSchema).default({}),
  /** Models that the agent asks for, through the gateway at REFBENCH_MODEL_URL. Absent: none. */
  model: z.strictObject({ names: z.array(z.string().min(1)).min(1) }).optional(),
  /**
   * Modes that the agent knows; only `direct` where it does not say. In a mode with plans it is
   * started once a phase: REFBENCH_PHASE says plan, multiplan or execute, the prompt where plans go.
   */
  modes: z.array(modeSchema).min(1).optional(),
  /** True for an agent that shows what a fixed answer gets: reports show it and never test it. */
  reference: z.boolean().optional(),
});

export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;
