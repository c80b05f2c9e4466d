import type { TrajectoryStep } from '@refbench/contracts';
import { z } from 'zod';

type Call = NonNullable<TrajectoryStep['tool_calls']>[number];

/** What a tool call does, whatever the client calls its tool. */
export interface ToolUse {
  readonly kind: 'shell' | 'read' | 'edit' | 'search' | 'other';
  /** The command line of a shell. */
  readonly command: string;
  /** The files that are read or edited. */
  readonly files: readonly string[];
}

/** Names of the tools of Claude Code, Codex, Gemini CLI, Qwen Code and OpenCode, in lower case. */
const KINDS: readonly (readonly [ToolUse['kind'], RegExp])[] = [
  ['shell', /^(?:bash|shell|command_execution|run_shell_command|local_shell|exec_command)$/],
  ['read', /^(?:read|read_file|read_many_files|notebookread|view)$/],
  [
    'edit',
    /^(?:edit|multiedit|write|notebookedit|file_change|replace|write_file|apply_patch|patch|str_replace_based_edit_tool)$/,
  ],
  ['search', /^(?:grep|glob|ls|list|list_directory|search_file_content|grep_search)$/],
];

const PATH_NAMES = ['file_path', 'filePath', 'absolute_path', 'path', 'notebook_path'];
const changesSchema = z.array(z.looseObject({ path: z.string() }));

/** Reads a tool call of any client. */
export function toolUseOf({ function_name: name, arguments: input }: Call): ToolUse {
  const kind = KINDS.find(([, pattern]) => pattern.test(name.toLowerCase()))?.[0] ?? 'other';
  return {
    kind,
    command: kind === 'shell' ? commandOf(input['command']) : '',
    files: filesOf(input),
  };
}

function commandOf(command: unknown): string {
  if (typeof command === 'string') return command;
  // Some clients pass the words of the command line: the last one is the script of `bash -lc`.
  return Array.isArray(command) ? String(command.at(-1)) : '';
}

function filesOf(input: Readonly<Record<string, unknown>>): readonly string[] {
  const changes = changesSchema.safeParse(input['changes']);
  const many = z.array(z.string()).safeParse(input['paths']);
  const named = PATH_NAMES.map((name) => input[name]).find((value) => typeof value === 'string');
  return [
    ...(changes.success ? changes.data.map(({ path }) => path) : []),
    ...(many.success ? many.data : []),
    ...(typeof named === 'string' ? [named] : []),
  ];
}

const FAILURES =
  /^(?:<tool_use_error>|Error\b|error:|Exit code [1-9])|\[exit (?!0\])-?\d+\]\s*$|^Command failed/;

/** Whether the observation of a call reports a failure. */
export function hasFailed(step: TrajectoryStep, { tool_call_id: id }: Call): boolean {
  const calls = step.tool_calls?.length ?? 0;
  return (step.observation?.results ?? []).some(
    ({ source_call_id: source, content }) =>
      (source === id || (source === undefined && calls === 1)) && FAILURES.test(content),
  );
}
