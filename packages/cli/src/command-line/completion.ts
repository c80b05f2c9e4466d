import type { Command, Option } from 'commander';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

export function isShell(word: string): word is Shell {
  return SHELLS.some((shell) => shell === word);
}

/** Values that depend on the workspace and are listed when they are asked for. */
export const LISTED_VALUES = ['instances', 'agents', 'models'] as const;
export type ListedValues = (typeof LISTED_VALUES)[number];

const LISTED_OPTIONS: Readonly<Record<string, ListedValues>> = {
  '--instances': 'instances',
  '--agent': 'agents',
  '--model': 'models',
};

/** The candidates after some words of a command line. */
interface CompletionContext {
  /** The words after `refbench`; empty for the root. */
  readonly path: string;
  /** Names of subcommands with their descriptions. */
  readonly commands: readonly (readonly [name: string, description: string])[];
  readonly options: readonly Option[];
}

/** Returns a script that completes commands, options and the values of options. */
export function completionScript(program: Command, shell: Shell): string {
  const contexts = contextsOf(program);
  switch (shell) {
    case 'bash':
      return bashScript(contexts);
    case 'zsh':
      return `#compdef refbench\nautoload -U +X bashcompinit && bashcompinit\n${bashScript(contexts)}`;
    case 'fish':
      return fishScript(contexts);
  }
}

function contextsOf(command: Command, words: readonly string[] = []): readonly CompletionContext[] {
  const own: CompletionContext = {
    path: words.join(' '),
    commands: command.commands.map((one) => [one.name(), one.description()]),
    options: command.options.filter(({ long }) => long !== null && long !== undefined),
  };
  return [own, ...command.commands.flatMap((one) => contextsOf(one, [...words, one.name()]))];
}

function longOf({ long }: Option): string {
  return long ?? '';
}

/** The kind of values that the option takes; undefined if they are not listed. */
function listedValuesOf(option: Option): ListedValues | undefined {
  return option.argChoices === undefined ? LISTED_OPTIONS[longOf(option)] : undefined;
}

/** The script also works in zsh, through bashcompinit. */
function bashScript(contexts: readonly CompletionContext[]): string {
  const paths = contexts.filter(({ path }) => path !== '').map(({ path }) => `'${path}'`);
  const candidates = contexts.map(({ path, commands, options }) => {
    const words = [...commands.map(([name]) => name), ...options.map(longOf), '--help'];
    return `    '${path}') words='${[...new Set(words)].join(' ')}' ;;`;
  });
  const values = contexts.flatMap(({ path, options }) =>
    options.flatMap((option) =>
      option.argChoices === undefined
        ? []
        : [`    '${path} ${longOf(option)}') words='${option.argChoices.join(' ')}' ;;`],
    ),
  );
  const listed = contexts.flatMap(({ path, options }) =>
    options.flatMap((option) => {
      const list = listedValuesOf(option);
      if (list === undefined) return [];
      const words = `"$("\${COMP_WORDS[0]}" completion ${list} 2>/dev/null)"`;
      return [`    '${path} ${longOf(option)}') words=${words} ;;`];
    }),
  );
  const taking = contexts.flatMap(({ path, options }) =>
    options
      .filter((option) => option.required && option.argChoices === undefined)
      .filter((option) => listedValuesOf(option) === undefined)
      .map((option) => `'${path} ${longOf(option)}'`),
  );
  return `_refbench() {
  local path='' word candidate words='' current previous i
  current="\${COMP_WORDS[COMP_CWORD]}"
  previous="\${COMP_WORDS[COMP_CWORD-1]}"
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    candidate="\${path:+$path }$word"
    case "$candidate" in
    ${paths.join('|')}) path="$candidate" ;;
    esac
  done
  case "$path $previous" in
${[...values, ...listed].join('\n')}
    ${taking.join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  if [ -z "$words" ]; then
    case "$path" in
${candidates.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  if [ "\${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -F _refbench refbench
`;
}

function fishScript(contexts: readonly CompletionContext[]): string {
  const lines = contexts.flatMap(({ path, commands, options }) => {
    const when = `-n '__refbench_at ${JSON.stringify(path)}'`;
    return [
      ...commands.map(
        ([name, description]) =>
          `complete -c refbench -f ${when} -a ${name} -d ${quoted(description)}`,
      ),
      ...options.map((option) => {
        const takes = fishValues(option);
        return `complete -c refbench ${when} -l ${longOf(option).slice(2)}${takes} -d ${quoted(option.description)}`;
      }),
    ];
  });
  const paths = contexts.filter(({ path }) => path !== '').map(({ path }) => quoted(path));
  return `function __refbench_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l candidate (string trim -- "$path $word")
        if contains -- "$candidate" ${paths.join(' ')}
            set path "$candidate"
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function fishValues(option: Option): string {
  if (option.argChoices !== undefined) return ` -x -a ${quoted(option.argChoices.join(' '))}`;
  const list = listedValuesOf(option);
  if (list === undefined) return option.required ? ' -r -F' : '';
  // An agent can also be a folder.
  const files = list === 'agents' ? '-r -F' : '-x';
  return ` ${files} -a '(refbench completion ${list} 2>/dev/null)'`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
