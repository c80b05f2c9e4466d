import type { Command } from 'commander';
import { EXIT_CODES, RefbenchError } from '@refbench/contracts';
import type { GateResult } from '@refbench/labeling';
import { selectEntries, type CatalogEntry } from '@refbench/runner';
import { INSTANCE_GATES } from '../instance-gates.ts';
import { addSelectionOptions, selectionOf, type SelectionOptions } from '../selection-options.ts';
import { terminalText } from '../terminal-text.ts';
import { addWorkspaceOptions, workspaceOf, type WorkspaceOptions } from '../workspace-options.ts';

interface Options extends WorkspaceOptions, SelectionOptions {
  readonly json: boolean;
}

export function addInstanceCheckCommand(
  instance: Command,
  setExitCode: (code: number) => void,
): void {
  const check = instance
    .command('check <instance...>')
    .description('check whether instances can be admitted')
    .option('--json', 'print one JSON object per instance on standard output', false);
  addWorkspaceOptions(addSelectionOptions(check)).action(
    async (patterns: readonly string[], options: Options) => {
      for (const entry of await selectEntries(
        workspaceOf(options),
        selectionOf(patterns, options),
      )) {
        const gates = [];
        for (const { name, check } of INSTANCE_GATES) {
          gates.push({ name, ...(await check(entry).catch(refused)) });
        }
        const admitted = gates.every(({ passed }) => passed);
        if (!admitted) setExitCode(EXIT_CODES['invalid-file']);
        const shown = { instance: entry.instance.id, admitted, gates };
        process.stdout.write(options.json ? `${JSON.stringify(shown)}\n` : describe(entry, gates));
      }
    },
  );
}

/** A gate refuses the instance if it cannot read its input. Bugs are thrown. */
function refused(error: unknown): GateResult {
  if (!RefbenchError.isInstance(error)) throw error;
  return { passed: false, problems: [error.message], notes: [] };
}

function describe(
  { instance: { id } }: CatalogEntry,
  gates: readonly (GateResult & { readonly name: string })[],
): string {
  const lines = gates.flatMap(({ name, passed, problems, notes }) => [
    `${id}  ${name}  ${passed ? 'passed' : 'refused'}  ${terminalText(notes.join('; '))}`.trimEnd(),
    ...problems.map((problem) => `${id}    ${terminalText(problem)}`),
  ]);
  return `${lines.join('\n')}\n`;
}
