// Reads and changes the syntax nodes from which plain spellings are made.

export const NAME = /^[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** The children of a node that are neither punctuation nor comments. */
export const named = (node) =>
  node.children().filter((child) => child.isNamed() && !child.kind().endsWith('comment'));

/** The change that puts a text in the place of a node. */
export function edit(node, text) {
  const { start, end } = node.range();
  return { at: start.index, end: end.index, text };
}

/** The text of a string literal; undefined for anything else. Concatenations of literals are joined. */
export function literal(node) {
  if (!node) return undefined;
  const kind = node.kind();
  const text = node.text();
  if (kind === 'parenthesized_expression') return literal(named(node)[0]);
  if (kind === 'binary_expression' || kind === 'binary_operator') {
    const [left, right] = [named(node)[0], named(node).at(-1)];
    const operator = node.field('operator')?.text() ?? '+';
    const [before, after] = [literal(left), literal(right)];
    return operator === '+' && before !== undefined && after !== undefined
      ? before + after
      : undefined;
  }
  if (kind === 'concatenated_string') {
    const parts = named(node).map(literal);
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (kind === 'template_string') {
    return text.includes('${') ? undefined : text.slice(1, -1);
  }
  if (!/^(?:string|string_literal|interpreted_string_literal|raw_string_literal)$/.test(kind))
    return undefined;
  const match = /^[brBR]?(?:"""|'''|"|'|`)(.*?)(?:"""|'''|"|'|`)$/s.exec(text);
  return match && !match[1].includes('\\') && !text.startsWith('f') ? match[1] : undefined;
}

/** `['o', 'ld'].join('')` and `''.join(['o', 'ld'])`. */
export function joined(node) {
  const direct = literal(node);
  if (direct !== undefined || !node || !/^(?:call_expression|call)$/.test(node.kind()))
    return direct;
  const parts = [...node.text().matchAll(/(["'`])([^"'`\\]*)\1/g)].map(([, , part]) => part);
  if (/^\[[^\]]*\]\.join\(/.test(node.text())) return parts.slice(0, -1).join(parts.at(-1) ?? ',');
  if (/^(["'])[^"']*\1\.join\(/.test(node.text())) return parts.slice(1).join(parts[0] ?? '');
  return undefined;
}

/** The name of a member that a literal string spells; undefined for anything else. */
export const memberName = (node) => {
  const text = joined(node);
  return text !== undefined && NAME.test(text) ? text : undefined;
};

/** The expression in parentheses, a cast or an assertion. */
export function unwrapped(node) {
  let inner = node;
  for (;;) {
    const kind = inner.kind();
    if (kind === 'parenthesized_expression') {
      const only = named(inner);
      if (only.length !== 1) return inner;
      [inner] = only;
    } else if (/^(?:as_expression|satisfies_expression|non_null_expression)$/.test(kind)) {
      [inner] = named(inner);
    } else if (kind === 'sequence_expression') {
      const last = named(inner).at(-1);
      const others = named(inner).slice(0, -1);
      if (
        !last ||
        others.some((one) => !/^(?:number|string|true|false|null|undefined)$/.test(one.kind()))
      )
        return inner;
      inner = last;
    } else return inner;
  }
}

const REFERENCE =
  /^(?:identifier|member_expression|attribute|selector_expression|field_expression|scoped_identifier|field_access|qualified_identifier|property_identifier|this)$/;
/** A name, or a member of one. */
export const isReference = (node) =>
  node && REFERENCE.test(node.kind()) && !/[()[\]]/.test(node.text());

export const argumentsOf = (call) =>
  named(call.field('arguments') ?? call).filter((one) => one.kind() !== 'type_arguments');

/** The texts of arguments, as they stand in a call. */
export const textsOf = (given) => given.map((one) => one.text()).join(', ');

/** The elements of a literal list, as arguments. */
export function list(node) {
  if (!node || !/^(?:array|list|tuple)$/.test(node.kind())) return node ? `...${node.text()}` : '';
  return textsOf(named(node));
}

/** `((...given) => f(...given))(a)` is `f(a)`, and `(() => f(a))()` is `f(a)`. */
function inlined(callee, given) {
  const inner = unwrapped(callee);
  switch (inner.kind()) {
    case 'arrow_function':
    case 'lambda': {
      const body = inner.field('body');
      const parameters = (inner.field('parameters')?.text() ?? '').replaceAll(/[()\s]/g, '');
      if (!body || body.kind() === 'statement_block') return undefined;
      if (parameters === '') return given.length === 0 ? body.text() : undefined;
      const forwarded = /^([\w.]+)\(([^()]*)\)$/.exec(body.text().trim());
      const isSame = forwarded?.[2].replaceAll(/\s/g, '') === parameters;
      return isSame && /^(?:\.\.\.|\*)/.test(parameters)
        ? `${forwarded[1]}(${textsOf(given)})`
        : undefined;
    }
    case 'lambda_expression':
    case 'func_literal': {
      const statements = named(inner.field('body') ?? inner).flatMap((one) =>
        one.kind() === 'statement_list' ? named(one) : [one],
      );
      const [only, ...more] = statements;
      if (!only || more.length > 0 || given.length > 0) return undefined;
      return only
        .text()
        .replace(/^return\s+/, '')
        .replace(/;$/, '');
    }
    default:
      return undefined;
  }
}

/** The edit of a callee that is a name in parentheses, a cast or an assertion. */
export function unwrappedCallee(callee) {
  const inner = unwrapped(callee);
  return inner.id() !== callee.id() && isReference(inner) ? edit(callee, inner.text()) : undefined;
}

/** The edit of a call whose callee only wraps another expression, whatever the language. */
export function unwrappedCall(node, callee, given) {
  const direct = unwrappedCallee(callee);
  if (direct !== undefined) return direct;
  const body = inlined(callee, given);
  return body === undefined ? undefined : edit(node, body);
}
