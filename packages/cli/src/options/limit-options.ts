import { availableParallelism, totalmem } from 'node:os';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { DEFAULT_LIMITS, type Limits } from '@refbench/contracts';
import { parseSize } from '@refbench/runner';
import { minutes } from './mode-options.ts';

const MINUTE_MS = 60_000;
const MIN_MEMORY_BYTES = 16 * 2 ** 20;

/** Resource limits of the container of one attempt. */
export interface LimitOptions {
  readonly minutes?: number;
  readonly cpus?: number;
  /** Bytes. */
  readonly memory?: number;
}

/**
 * Adds the limits of an attempt. Tests always run under the default limits, because baselines were
 * measured under them.
 */
export function addLimitOptions(command: Command): Command {
  const { wall_clock_ms, cpus, memory_bytes } = DEFAULT_LIMITS.agent;
  const add = (option: Option): void =>
    void command.addOption(option.helpGroup('Limits of an attempt:'));
  add(
    new Option(
      '--minutes <n>',
      `time limit of one attempt (default:  ${wall_clock_ms / MINUTE_MS})`,
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

/** The limits of the agent profile with the overrides of the command line. */
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
    throw new InvalidArgumentError(
      `specify a number from 0.1 to ${most}, the number of processors of this machine`,
    );
  }
  return number;
}

function memorySize(value: string): number {
  const bytes = parseSize(value);
  if (bytes === undefined || bytes < MIN_MEMORY_BYTES || bytes > totalmem()) {
    const most = Math.floor(totalmem() / 2 ** 30);
    throw new InvalidArgumentError(
      `specify a size such as 4G, from 16M to the ${most}G of this machine`,
    );
  }
  return bytes;
}
