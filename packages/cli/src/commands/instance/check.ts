import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import {
  checkStatically,
  checkWithSuite,
  type NamedGate,
  type SuiteCheck,
} from '@refbench/datasets';
import { newRunId } from '@refbench/runner';
import {
  readAdmission,
  selectEntries,
  writeAdmission,
  type AdmissionState,
  type CatalogEntry,
} from '@refbench/instances';
import { connectEngine } from '@refbench/sandbox';
import {
  addBuildOptions,
  imageOptionsOf,
  type BuildCommandOptions,
} from '../../options/build-options.ts';
import {
  addSelectionOptions,
  selectionOf,
  type SelectionOptions,
} from '../../options/selection-options.ts';
import { terminalText, textTable } from '../../terminal/terminal-text.ts';
import { twoStageSignals } from '../../terminal/two-stage-signals.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../../options/workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions, BuildCommandOptions {
  readonly static: boolean;
  readonly write: boolean;
  readonly json: boolean;
}

export function addInstanceCheckCommand(
  instance: Command,
  setExitCode: (code: number) => void,
): void {
  const check = instance
    .command('check <instance...>')
    .description('check every condition for admitting instances, with the evidence for each')
    .option(
      '--static',
      'only the conditions that need no container, and whether admission.json still holds',
      false,
    )
    .option(
      '--write',
      'write coverage.json, and admission.json and baseline.json of instances that pass every condition',
      false,
    )
    .option('--json', 'print one JSON object per instance on standard output', false);
  addBuildOptions(addWorkspaceOptions(addSelectionOptions(check))).action(
    async (patterns: readonly string[], options: Options) => {
      const entries = await selectEntries(workspaceOf(options), selectionOf(patterns, options));
      const say = (line: string): void => void process.stderr.write(`${terminalText(line)}\n`);
      using signals = twoStageSignals(() => say('Stopping.'));
      for (const entry of entries) {
        const { gates, evidence } = await checkOf(entry, options, signals.drain, say);
        const passed = gates.every((gate) => gate.passed !== false);
        if (passed && options.write && !options.static) {
          await writeAdmission(entry, gates, evidence);
        }
        const state = await readAdmission(entry);
        const admitted = passed && (!options.static || state.kind === 'admitted');
        if (!admitted) setExitCode(EXIT_CODES['invalid-file']);
        const { id } = entry.instance;
        const shown = { instance: id, admitted, record: state.kind, gates };
        process.stdout.write(
          options.json ? `${JSON.stringify(shown)}\n` : describe(id, gates, state),
        );
      }
    },
  );
}

async function checkOf(
  entry: CatalogEntry,
  options: Options,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<SuiteCheck> {
  const workspace = workspaceOf(options);
  const onProgress = (message: string): void => say(`${entry.instance.id}  ${message}`);
  const context = { workspace, entry, signal, onProgress };
  const known = await checkStatically(context);
  if (options.static) return { gates: known, evidence: undefined };
  await using engine = await connectEngine({ stateDir: workspace.stateDir });
  const build = await imageOptionsOf(options);
  const suite = { ...context, engine, build, run: newRunId(), record: options.write };
  const { gates, evidence } = await checkWithSuite(suite);
  return { gates: [...known, ...gates], evidence };
}

function describe(id: string, gates: readonly NamedGate[], state: AdmissionState): string {
  const rows = gates.map(({ name, passed, problems, notes }) => [
    name,
    passed === null ? 'not measured' : passed ? 'passed' : 'refused',
    terminalText([...problems, ...notes].join('; ').replace(/^not measured: /, '')),
  ]);
  return `${id}\n${textTable([['condition', '', 'evidence'], ...rows])}\n${stateText(state)}\n\n`;
}

function stateText(state: AdmissionState): string {
  switch (state.kind) {
    case 'admitted':
      return `admission.json of ${state.record.admitted_at.slice(0, 10)} holds`;
    case 'void':
      return `admission.json does not hold any more; changed: ${state.changed.join(', ')}`;
    case 'absent':
      return 'not admitted yet: there is no admission.json (--write makes it)';
  }
}
