import { z } from 'zod';
import { segmentSchema } from './instance-id.ts';
import { isReservedAgentName, RESERVED_NAME } from './reserved-names.ts';
import { modeSchema, treePathSchema } from './instance.ts';

/**
 * agent.yaml of a custom agent directory. The directory is mounted read-only at /opt/agent. The
 * command runs in /testbed as an unprivileged user. REFBENCH_PROMPT_FILE contains the path of the
 * task.
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
  /**
   * The command with its arguments, not a shell command line. A relative program is looked up in
   * /opt/agent.
   */
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
          'the name of an environment variable may contain only letters, digits and "_"',
        ),
      z.string(),
    )
    .default({}),
  /** Files to copy to HOME: path below HOME -> file of this directory. */
  files: z.record(treePathSchema, treePathSchema).default({}),
  /** Models that the agent requests from the gateway at REFBENCH_MODEL_URL. Absent: none. */
  model: z.strictObject({ names: z.array(z.string().min(1)).min(1) }).optional(),
  /**
   * Modes that the agent supports. Absent: only `direct`. In a mode with plans, the agent is
   * started once per phase. REFBENCH_PHASE contains plan, multiplan or execute, and the prompt says
   * where to write plans.
   */
  modes: z.array(modeSchema).min(1).optional(),
  /**
   * True for a reference agent, which shows the score of a fixed result. Reports show it but
   * exclude it from tests.
   */
  reference: z.boolean().optional(),
});

export type AgentDefinition = z.infer<typeof agentDefinitionSchema>;
