import { availableParallelism, totalmem } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { DEFAULT_LIMITS, type Limits } from '@refbench/contracts';
import { parseSize } from '@refbench/runner';
import { minutes } from './mode-options.ts';

const MINUTE_MS = 60_000;
const LEAST_MEMORY_BYTES = 16 * 2 ** 20;

/** What the container of one attempt may use. */
export interface LimitOptions {
  readonly minutes?: number;
  readonly cpus?: number;
  /** Bytes. */
  readonly memory?: number;
}

/** Limits of an attempt. Tests always run under the standard ones: baselines were measured so. */
export function addLimitOptions(command: Command): Command {
  const { wall_clock_ms, cpus, memory_bytes } = DEFAULT_LIMITS.agent;
  const add = (option: Option): void =>
    void command.addOption(option.helpGroup('Limits of an attempt:'));
  add(
    new Option(
      '--minutes <n>',
      `time for one attempt (default: ${wall_clock_ms / MINUTE_MS})`,
    ).argParser(minutes),
  );
  add(new Option('--cpus <n>', `processors (default: ${cpus})`).argParser(cpuCount));
  add(
    new Option('--memory <size>', `e.g. 4G (default: ${memory_bytes / 2 ** 30}G)`).argParser(
      memorySize,
    ),
  );
  return command;
}

/** The limits of the agent profile, with what the command line says. */
export function agentLimitsOf({ minutes: time, cpus, memory }: LimitOptions): Limits {
  return {
    ...DEFAULT_LIMITS.agent,
    ...(time === undefined ? {} : { wall_clock_ms: Math.round(time * MINUTE_MS) }),
    ...(cpus === undefined ? {} : { cpus }),
    ...(memory === undefined ? {} : { memory_bytes: memory }),
  };
}

function cpuCount(value: string): number {
  const number = Number(value);
  const most = availableParallelism();
  if (!(number >= 0.1 && number <= most)) {
    throw new InvalidArgumentError(`give a number from 0.1 to ${most}, which this machine has`);
  }
  return number;
}

function memorySize(value: string): number {
  const bytes = parseSize(value);
  if (bytes === undefined || bytes < LEAST_MEMORY_BYTES || bytes > totalmem()) {
    const most = Math.floor(totalmem() / 2 ** 30);
    throw new InvalidArgumentError(
      `give a size such as 4G, from 16M to the ${most}G of this machine`,
    );
  }
  return bytes;
}
