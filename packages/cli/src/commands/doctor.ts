import type { Command } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { examine, type Finding } from '../actions/doctor-checks.ts';
import { paint } from '../terminal/colour.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import {
  addWorkspaceOptions,
  workspaceOf,
  type WorkspaceOptions,
} from '../options/workspace-options.ts';

interface Options extends WorkspaceOptions {
  readonly json: boolean;
}

const MARKS = {
  ok: ['good', 'ok  '],
  warning: ['doubtful', 'warn'],
  error: ['bad', 'FAIL'],
} as const;

export function addDoctorCommand(program: Command, setExitCode: (code: number) => void): void {
  const command = program
    .command('doctor')
    .description('check this machine and report what is missing')
    .option('--json', 'print the findings as JSON on standard output', false);
  addWorkspaceOptions(command, {}).action(async (options: Options) => {
    const findings = await examine(workspaceOf(options));
    if (options.json) process.stdout.write(`${JSON.stringify(findings)}\n`);
    else process.stdout.write(`${findings.map(lineOf).join('\n')}\n`);
    const worst = findings.find((finding) => finding.level === 'error');
    setExitCode(worst?.exit === undefined ? EXIT_CODES.ok : EXIT_CODES[worst.exit]);
  });
}

function lineOf(finding: Finding): string {
  const hint = finding.hint === undefined ? '' : `\n      hint: ${terminalText(finding.hint)}`;
  const [meaning, mark] = MARKS[finding.level];
  return `${paint(meaning, mark)}  ${finding.subject.padEnd(12)} ${terminalText(finding.text)}${hint}`;
}
