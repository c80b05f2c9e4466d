// Writes calls and names in their plain spelling: `obj['x'](a)`, `Reflect.get(obj, 'x')(a)` and
// `const y = obj.x; y(a)` all become `obj.x(a)`. A rule that looks for the plain spelling then finds what only
// hides from it. Used by code-reader.mjs.
import { parse } from '@ast-grep/napi';
import { SPELLINGS } from './call-spelling.mjs';
import { namesResolved } from './name-spelling.mjs';
import { COMMENT_KINDS, nodesOf } from './node-kinds.mjs';
import { edit } from './spelling-nodes.mjs';

const MAX_PASSES = 6;

function apply(text, edits) {
  let result = '';
  let end = 0;
  for (const one of edits.toSorted((left, right) => left.at - right.at || right.end - left.end)) {
    if (one.at < end) continue;
    result += text.slice(end, one.at) + one.text;
    end = one.end;
  }
  return result + text.slice(end);
}

/** The text without comments, so that a comment within a call does not hide it. */
function withoutComments(language, text) {
  const comments = nodesOf(parse(language, text).root(), language, COMMENT_KINDS);
  return apply(
    text,
    comments.map((node) => edit(node, '')),
  );
}

const SPELLED = [
  'subscript_expression',
  'member_expression',
  'new_expression',
  'call_expression',
  'subscript',
  'call',
  'parenthesized_expression',
  'method_invocation',
];

/** The edits that contain no other one. */
function innermost(edits) {
  const ordered = edits.toSorted((left, right) => left.at - right.at || right.end - left.end);
  // After sorting, an edit contains another one only if it contains the next.
  return ordered.filter((one, index) => {
    const next = ordered[index + 1];
    return next === undefined || next.at >= one.end || next.end > one.end;
  });
}

/**
 * Returns a file in plain spelling.
 * @param known names that base has in this file. They are no new aliases.
 */
export function plainSpelling(language, text, known) {
  const spell = SPELLINGS[language];
  if (spell === undefined) return text;
  let plain = withoutComments(language, text);
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const root = parse(language, plain).root();
    // Inner spellings first: an outer edit would undo them.
    const inner = innermost(nodesOf(root, language, SPELLED).flatMap((node) => spell(node) ?? []));
    const next = apply(plain, inner.length > 0 ? inner : namesResolved(root, language, known));
    if (next === plain) break;
    plain = next;
  }
  return plain;
}
