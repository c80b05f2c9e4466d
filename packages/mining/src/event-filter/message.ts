import { MAX_BODY } from '../commit/commit.ts';

export interface Message {
  readonly title: string;
  readonly body: string;
}

const MERGE_TITLE =
  /^(?:Merge (?:pull request #\d+ from \S+.*|branch '[^']*'.*|remote-tracking branch .*|#\d+(?: #\d+)*)|(?:Auto|Rollup) merge of #\d+ - .*)$/;
/** Bors puts the number of a pull request before its title, and who approved and who wrote it behind. */
const BORS_TITLE = /^\d+: (.+?)(?: r=\S+)?(?: a=\S+)?$/;
/** Zuul quotes the title of the change that it merges. */
const QUOTED_TITLE = /^Merge "(.+)"$/;
const TRAILER = /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: .*$|^(?:PiperOrigin|GitOrigin)-RevId: .*$/;

/**
 * Splits a commit message into title and body. In a merge commit of GitHub, bors or homu, the title of the
 * pull request follows the first line.
 */
export function splitMessage(message: string): Message {
  const lines = message.replaceAll('\r\n', '\n').split('\n');
  const first = (lines[0] ?? '').trim();
  const rest = lines.slice(1).join('\n').trim();
  const quoted = QUOTED_TITLE.exec(first)?.[1];
  if (quoted !== undefined) return { title: quoted, body: cut(rest) };
  if (!MERGE_TITLE.test(first) || rest === '') return { title: first, body: cut(rest) };
  const [title = '', ...body] = rest.split('\n');
  return {
    title: BORS_TITLE.exec(title.trim())?.[1] ?? title.trim(),
    body: cut(body.join('\n').trim()),
  };
}

/** Returns the number of the pull request, if GitHub wrote the title. */
export function pullRequestNumber(message: string): number | undefined {
  const subject = message.split('\n', 1)[0] ?? '';
  const found = /^Merge pull request #(\d+) from /.exec(subject) ?? /\(#(\d+)\)\s*$/.exec(subject);
  return found === null ? undefined : Number(found[1]);
}

/** Match the title of a squash commit and the first commit listed in its body. */
const SQUASH_TITLE = /\(#\d+\)\s*$/;
const SQUASHED = /^\s*\* /;

/**
 * Returns the prose of a message. Omits trailers, links, code, quotes, comments of templates,
 * unchecked boxes, and the commits that a squash commit lists.
 */
export function messageProse({ title, body }: Message): string {
  if (SQUASH_TITLE.test(title) && SQUASHED.test(body)) return title;
  const prose = body
    .replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replaceAll(/```[\s\S]*?(?:```|$)/g, ' ')
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .split('\n')
    .filter((line) => !TRAILER.test(line.trim()))
    .filter((line) => !/^\s*[-*] \[ \]/.test(line))
    .filter((line) => !line.startsWith('* ') && !line.trimStart().startsWith('>'))
    // Removes references such as "fixes #12", which do not say that this change is a fix.
    .map((line) =>
      line.replace(
        /\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?):? +(?:(?:[\w.-]+\/[\w.-]+)?#|gh-)?\d+/gi,
        ' ',
      ),
    )
    .join('\n');
  return `${title}\n${prose}`;
}

function cut(body: string): string {
  return body.slice(0, MAX_BODY);
}
