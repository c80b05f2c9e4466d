import { keyOf } from './name-key.ts';

/** A place of a text that could be the spelling of a name. */
export interface Mention {
  readonly key: string;
  /** As the text writes it. */
  readonly spelling: string;
  /** The text marks it as code: with quotes, inner capitals, as a path, or as a call. */
  readonly marked: boolean;
  /** It is several words with a space between them. */
  readonly spaced: boolean;
  /** Each of its words starts with a capital letter. */
  readonly titled: boolean;
}

/** A name with more words than this is not searched for with spaces. */
const MAX_WORDS = 6;
const TOKEN = /[\p{L}\p{N}]+/gu;
/** What may stand between the words of one name, e.g. in `get-commands` or "get" "commands". */
const JOINT = /^(?:[ \t]+|["'`“”‘’]{0,2}[ \t]?["'`“”‘’]{0,2}|[-_$.‐‑]{1,2})$/u;
/** A longer quotation is speech, not a name. */
const QUOTED =
  /`[^`\n]{1,60}`|"[^"\n]{1,60}"|“[^”\n]{1,60}”|‘[^’\n]{1,60}’|(?<!\p{L})'[^'\n]{1,60}'(?!\p{L})/gu;

/** Spellings that no word of prose has. */
const CODE = /[_$]|^[^\s]*\p{Ll}\p{Lu}[^\s]*$/u;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds everything in a text that could be the spelling of a name, however it is joined. */
export function mentionsIn(text: string): readonly Mention[] {
  const tokens: Token[] = [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
  const quoted = [...text.matchAll(QUOTED)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
  return tokens.flatMap((first, index) => {
    const found: Mention[] = [];
    let spaced = false;
    let titled = isCapital(first);
    for (let last = index; last < tokens.length && last - index < MAX_WORDS; last += 1) {
      const token = tokens[last] ?? first;
      if (last > index) {
        const joint = text.slice(tokens[last - 1]?.end, token.start);
        if (!JOINT.test(joint)) break;
        spaced ||= /\s/.test(joint);
        titled &&= isCapital(token);
      }
      const { start } = first;
      const { end } = token;
      const spelling = text.slice(start, end);
      const marked =
        CODE.test(spelling) ||
        quoted.some((span) => span.start < start && end < span.end) ||
        isCode(text, start, end);
      found.push({ key: keyOf(spelling), spelling, marked, spaced, titled });
    }
    return found;
  });
}

function isCapital({ text }: Token): boolean {
  return /^\p{Lu}/u.test(text);
}

/** A part of a path such as `core/loader.js`, or a call such as `load()`. */
function isCode(text: string, start: number, end: number): boolean {
  const after = text.slice(end);
  return (
    /^(?:\(\)|[/\\](?=[\p{L}\p{N}_.])|\.\p{Ll}{1,4}\b)/u.test(after) ||
    /[\p{L}\p{N}_.][/\\]$/u.test(text.slice(0, start))
  );
}
