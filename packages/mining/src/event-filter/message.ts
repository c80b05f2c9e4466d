import { MAX_BODY } from '../commit.ts';

export interface Message {
  readonly title: string;
  readonly body: string;
}

const MERGE_TITLE =
  /^Merge (?:pull request #\d+ from \S+|branch '[^']*'.*|remote-tracking branch .*)$/;
const TRAILER = /^[A-Z][A-Za-z]*(?:-[A-Za-z]+)+: .*$|^(?:PiperOrigin|GitOrigin)-RevId: .*$/;

/** A commit's message as a title and a body. GitHub's merges carry the pull request's title below. */
export function splitMessage(message: string): Message {
  const lines = message.replaceAll('\r\n', '\n').split('\n');
  const first = (lines[0] ?? '').trim();
  const rest = lines.slice(1).join('\n').trim();
  if (!MERGE_TITLE.test(first) || rest === '') return { title: first, body: cut(rest) };
  const [title = '', ...body] = rest.split('\n');
  return { title: title.trim(), body: cut(body.join('\n').trim()) };
}

/** The pull request's number in the titles that GitHub writes. */
export function pullRequestNumber(message: string): number | undefined {
  const subject = message.split('\n', 1)[0] ?? '';
  const found = /^Merge pull request #(\d+) from /.exec(subject) ?? /\(#(\d+)\)\s*$/.exec(subject);
  return found === null ? undefined : Number(found[1]);
}

/** The title of a squash, and the first of the small commits that make its body. */
const SQUASH_TITLE = /\(#\d+\)\s*$/;
const SQUASHED = /^\s*\* /;

/**
 * What people said about the change: without trailers, links, code, quotes, comments of a template,
 * boxes left unticked, and the small commits that a squash lists, with their bodies.
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
    // Closes an issue, whose fault it says nothing about.
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
