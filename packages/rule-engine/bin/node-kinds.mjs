// Finds nodes by their kinds without walking the tree in JavaScript, which would take seconds per file.
import { parse } from '@ast-grep/napi';

const known = new Map();

/** The kinds that a grammar has. Another kind is an error to the engine. */
function kindsIn(language, kinds) {
  const key = `${language} ${kinds.join(' ')}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const empty = parse(language, '').root();
  const found = kinds.filter((kind) => {
    try {
      empty.find({ rule: { kind } });
      return true;
    } catch {
      return false;
    }
  });
  known.set(key, found);
  return found;
}

/**
 * All nodes of these kinds, in the order of the text.
 * @param regex what their text must match, in the engine's syntax
 */
export function nodesOf(root, language, kinds, regex) {
  const own = kindsIn(language, kinds);
  if (own.length === 0) return [];
  const any = own.map((kind) => ({ kind }));
  return root.findAll({ rule: { any, ...(regex === undefined ? {} : { regex }) } });
}

/** The kinds of comments in all grammars. */
export const COMMENT_KINDS = [
  'comment',
  'line_comment',
  'block_comment',
  'html_comment',
  'doc_comment',
];
