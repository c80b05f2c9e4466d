import type { Command, Option } from 'commander';
import { EXIT_CODES } from '@refbench/contracts';
import { z } from 'zod';
import { leafCommands, type LeafCommand } from './docs/command-docs.ts';
import { JSON_OUTPUTS } from './outputs/json-outputs.ts';
import type { JsonOutput } from './outputs/json-output.ts';

/** Generates `docs/commands.md`: every command with its input, output and exit codes. */
export function commandsPage(program: Command): string {
  const commands = leafCommands(program);
  return [
    '# Commands',
    '',
    'Generated from the code by `refbench dev docs`. Every command can also exit with 0 (success), 1 (a bug) or 2 (a usage error). `--help` shows the common options; `--help-all` also shows those for folders, sources and builds.',
    '',
    '| command | what it does | input | output | exit codes |',
    '|---|---|---|---|---|',
    ...commands.map(commandRow),
    '',
    '## Examples',
    '',
    '```sh',
    ...commands.flatMap(({ command }) =>
      (command.docs?.examples ?? []).map(([line, purpose]) => `${line}   # ${purpose}`),
    ),
    '```',
    '',
  ].join('\n');
}

function commandRow({ path, command }: LeafCommand): string {
  const { docs, required } = command;
  const input = [
    ...command.registeredArguments.map((one) => `\`${one.name()}${one.variadic ? '...' : ''}\``),
    ...required.map((option: Option) => `\`${option.flags}\``),
  ];
  const json = [docs?.json, docs?.alsoJson].flatMap((name) =>
    name === undefined ? [] : [`[${name}](json-output.md#${name})`],
  );
  const cells = [
    `\`refbench ${path}\``,
    command.description(),
    input.join(', ') || '-',
    `${docs?.output ?? ''}${json.length === 0 ? '' : ` JSON: ${json.join(', ')}.`}`,
    (docs?.exits ?? []).map((kind) => `${EXIT_CODES[kind]} ${kind}`).join(', ') || '-',
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Generates `docs/json-output.md`: the schema of every `--json` output. */
export function jsonOutputPage(program: Command): string {
  const commands = leafCommands(program);
  const sections = Object.entries<JsonOutput>(JSON_OUTPUTS).map(([name, output]) => {
    const printers = commands.filter(({ command: { docs } }) =>
      [docs?.json, docs?.alsoJson].some((one) => one === name),
    );
    const schema = z.toJSONSchema(output.schema, { unrepresentable: 'any', io: 'output' });
    return [
      `## ${name}`,
      '',
      `${output.description} ${output.form === 'lines' ? 'One object per line.' : 'One value.'} Printed by ${printers.map(({ path }) => `\`refbench ${path}\``).join(', ')}.`,
      '',
      '```json',
      JSON.stringify(schema, null, 2),
      '```',
      '',
    ].join('\n');
  });
  const head = [
    '# JSON output',
    '',
    'This page describes the output of `--json` as JSON Schema. It is generated from the code by `refbench dev docs`. Objects that allow additional properties may get new fields.',
    '',
  ];
  return [...head, ...sections].join('\n');
}
