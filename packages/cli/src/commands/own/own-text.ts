import type { OwnSetView } from '@refbench/datasets';
import { terminalText } from '../../terminal/terminal-text.ts';

/** Says why the command ended, or that it runs. */
export function endText({ end, isShallow }: Pick<OwnSetView, 'end' | 'isShallow'>): string {
  switch (end) {
    case undefined:
      return 'The command runs. This page reloads itself.';
    case 'enough':
      return 'There are as many instances as you asked for.';
    case 'time':
      return 'The time was over. The same command continues.';
    case 'candidates':
      return isShallow
        ? 'Every candidate was tried. The clone is shallow: get the rest of its history with git fetch --unshallow, and run the same command again.'
        : 'Every candidate was tried. With --commits, more of the history is read.';
    case 'failed':
      return 'The command failed; the terminal tells why. The same command continues.';
    case 'interrupted':
      return 'The command was interrupted. The same command continues.';
  }
}

/** The result for a terminal: the instances, the losses, and the next command. */
export function ownText(view: OwnSetView, folder: string): string {
  const admitted = view.candidates.filter(({ stage }) => stage === 'admitted');
  const dropped = view.candidates.filter(({ stage }) => stage === 'dropped');
  const lines = [
    `${admitted.length} of ${view.want} instances admitted; ${view.candidates.length} candidates of ${view.read} commits, ${dropped.length} dropped out`,
    endText(view),
    ...admitted.map(({ id, title }) => `  ${id}  ${terminalText(title)}`),
    ...dropped.flatMap(({ title, loss }) => [
      `  dropped at ${loss?.step}: ${terminalText(title)}`,
      `    ${terminalText(loss?.reason ?? '')}`,
      ...(loss?.advice === undefined ? [] : [`    hint: ${loss.advice}`]),
    ]),
  ];
  if (admitted.length > 0) {
    lines.push(
      '',
      'Next:',
      `  cd ${folder}`,
      "  refbench run --agent claude-code --model claude-sonnet-4-6 --instances 'own__*' --dry-run",
    );
  }
  return lines.join('\n');
}
