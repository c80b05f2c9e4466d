import { TextWords } from '../event-filter/text-words.ts';
import type { Keyword } from '../event-filter/keyword.ts';
import type { Keywords } from '../event-filter/keywords.ts';
import { messageProse, splitMessage } from '../event-filter/message.ts';
import type { OwnRules } from './own-rules.ts';

type ConventionalType = keyof OwnRules['types'];

/** What a message says about the purpose of a commit. */
export interface Purpose {
  readonly title: string;
  readonly body: string;
  /** The kind of the conventional type, also of a merged branch such as `refactor/parser`. */
  readonly type: ConventionalType | undefined;
  /** `api` in `refactor(api): ...`, and `table` in `table: ...`. */
  readonly scope: string | undefined;
  /** The word of the title or the body that names a refactoring. */
  readonly named: string | undefined;
  /** How clearly the message names a refactoring, in 0..1. */
  readonly message: number;
  /** How clearly it names a feature or a fix, in 0..1. */
  readonly doubt: number;
}

const CONVENTIONAL = /^(?:\[[^\]]*\]\s*)?([A-Za-z][\w/-]*)(?:\(([^)]*)\))?!?:\s/;
const BRANCH =
  /^Merge (?:pull request #\d+ from [^/\s]+\/|(?:remote-tracking )?branch '(?:origin\/)?)([\w.-]+)\/[\w.-]/;

export function purposeOf(message: string, keywords: Keywords, types: OwnRules['types']): Purpose {
  const { title, body } = splitMessage(message);
  const [, first = '', inBrackets] = CONVENTIONAL.exec(title) ?? [];
  const branch = BRANCH.exec(message)?.[1] ?? '';
  const type = typeNamed(first, types) ?? typeNamed(branch, types);
  const prose = messageProse({ title: '', body });
  const [inTitle, inBody] = [new TextWords(title), new TextWords(prose)];
  const { positive, negative } = keywords;
  const find = (list: readonly Keyword[], text: TextWords): string | undefined =>
    list.find((keyword) => text.contain(keyword))?.word;
  const strong = find(positive.strong, inTitle);
  const weak = find(positive.weak, inTitle);
  const below = find(positive.strong, inBody) ?? find(positive.weak, inBody);
  const word = strong ?? weak ?? below;
  const isFeature = type === 'feature' || find(negative.weak, inTitle) !== undefined;
  const isFix = type === 'fix' || type === 'upkeep' || find(negative.strong, inTitle) !== undefined;
  return {
    title,
    body,
    type,
    scope: inBrackets ?? (first !== '' && type === undefined ? first.toLowerCase() : undefined),
    named: type === 'refactoring' ? (word ?? (first || branch).toLowerCase()) : word,
    message: Math.max(
      type === 'refactoring' || strong !== undefined ? 1 : 0,
      weak === undefined ? 0 : 0.6,
      below === undefined ? 0 : 0.3,
    ),
    doubt: Math.min(1, (isFeature ? 0.7 : 0) + (isFix ? 0.7 : 0)),
  };
}

function typeNamed(name: string, types: OwnRules['types']): ConventionalType | undefined {
  const kinds = Object.keys(types) as ConventionalType[];
  return kinds.find((kind) => types[kind].includes(name.toLowerCase()));
}
