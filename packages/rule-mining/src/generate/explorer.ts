import { DEFAULT_LIMITS, RefbenchError, type Limits } from '@refbench/contracts';
import type { ContainerEnd, ContainerLabels, Engine } from '@refbench/sandbox';
import { TREE } from './tree-path.ts';

/** Runs checked scripts on base. */
export interface Explorer {
  /**
   * Returns the output of a script for the model, with a note if it did not end normally.
   * @throws RefbenchError kind `engine` if the container failed; the reason of the signal if aborted
   */
  readonly run: (script: string, signal: AbortSignal) => Promise<string>;
}

export interface ContainerExplorerOptions {
  readonly engine: Engine;
  /** Id or reference of an image with bash and coreutils. */
  readonly image: string;
  /** Folder of this host with the files of base. */
  readonly treeFolder: string;
  /** Folder of this host with `bin/rg`. */
  readonly ripgrepFolder: string;
  readonly labels: ContainerLabels;
}

const MEBIBYTE = 2 ** 20;

/** A search takes seconds. Everything else is a mistake of the model. */
const LIMITS: Limits = {
  ...DEFAULT_LIMITS.agent,
  cpus: 1,
  memory_bytes: 512 * MEBIBYTE,
  pids: 32,
  wall_clock_ms: 30_000,
  idle_ms: null,
  log_bytes: MEBIBYTE,
  storage_bytes: 64 * MEBIBYTE,
};

const RIPGREP = '/opt/ripgrep';

/** The model pays for each character of an output. */
export const MAX_OUTPUT_CHARACTERS = 12_000;

/**
 * Runs each script in a container of its own, of profile `agent`: no network, an unprivileged user, and
 * base mounted read-only. No state remains between two scripts.
 */
export function containerExplorer(options: ContainerExplorerOptions): Explorer {
  return {
    async run(script, signal) {
      await using created = await options.engine.createContainer({
        profile: 'agent',
        image: options.image,
        command: ['bash', '--norc', '--noprofile', '-c', script],
        env: { PATH: `${RIPGREP}/bin:/usr/bin:/bin`, LANG: 'C.UTF-8', HOME: '/tmp' },
        workingDir: TREE,
        limits: LIMITS,
        mounts: [
          { source: options.treeFolder, target: TREE },
          { source: options.ripgrepFolder, target: RIPGREP },
        ],
        writable: ['/tmp'],
        labels: options.labels,
      });
      await using running = await created.start({ signal });
      await using stopped = await running.ended;
      signal.throwIfAborted();
      const note = noteOf(stopped.end);
      const { bytes, droppedBytes } = stopped.log;
      return outputText(bytes.toString('utf8'), droppedBytes, note);
    },
  };
}

/** Returns the text of an output with its note, cut to a length that a model should read. */
export function outputText(log: string, droppedBytes: number, note: string | undefined): string {
  const shown = log.slice(0, MAX_OUTPUT_CHARACTERS);
  const cut = log.length - shown.length + droppedBytes;
  const lines = [
    shown.trimEnd(),
    cut > 0 ? `[${cut} more characters are not shown; narrow the command]` : '',
    note === undefined ? '' : `[${note}]`,
  ].filter((line) => line !== '');
  return lines.length === 0 ? '[no output]' : lines.join('\n');
}

function noteOf(end: ContainerEnd): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.exitCode === 0 ? undefined : `exit code ${end.exitCode}`;
    case 'timed-out':
      return `stopped after ${end.limitMs / 1_000} seconds`;
    case 'out-of-memory':
      return 'stopped because it needed too much memory';
    case 'storage-exceeded':
      return 'stopped because it wrote too much';
    case 'stopped':
      return 'stopped';
    case 'infra-failed':
      throw new RefbenchError({
        kind: 'engine',
        message: `the container of a command on base failed: ${end.detail}`,
        hint: 'run the same command again; it continues where it stopped',
      });
  }
}
