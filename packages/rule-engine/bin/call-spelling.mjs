// The plain spelling of calls and members, by language.
import {
  argumentsOf,
  edit,
  isReference,
  list,
  literal,
  memberName,
  textsOf,
  unwrapped,
  unwrappedCall,
  unwrappedCallee,
} from './spelling-nodes.mjs';

function ecmascript(node) {
  const kind = node.kind();
  if (kind === 'subscript_expression') {
    const name = memberName(node.field('index'));
    const object = node.field('object');
    if (name === undefined || !object) return undefined;
    return edit(
      node,
      /^(?:globalThis|window|global|self)$/.test(object.text()) ? name : `${object.text()}.${name}`,
    );
  }
  if (kind === 'member_expression' && /^globalThis\.\w+$/.test(node.text())) {
    return edit(node, node.text().slice('globalThis.'.length));
  }
  if (kind === 'new_expression') {
    const callee = node.field('constructor');
    return callee ? unwrappedCallee(callee) : undefined;
  }
  if (kind !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const given = argumentsOf(node);
  const direct = unwrappedCall(node, callee, given);
  if (direct !== undefined) return direct;
  const text = callee.text();
  const [first, second, third] = given;
  if (text === 'Reflect.get') {
    const name = memberName(second);
    return name === undefined || !first ? undefined : edit(node, `${first.text()}.${name}`);
  }
  if (text === 'Reflect.set') {
    const name = memberName(second);
    return name === undefined || !first || !third
      ? undefined
      : edit(node, `${first.text()}.${name} = ${third.text()}`);
  }
  if (text === 'Reflect.apply' && first) return edit(node, `${first.text()}(${list(third)})`);
  if (text === 'Reflect.construct' && first)
    return edit(node, `new ${first.text()}(${list(second)})`);
  if (callee.kind() === 'member_expression') {
    const object = callee.field('object');
    const property = callee.field('property')?.text();
    if (!object) return undefined;
    if (property === 'call') return edit(node, `${object.text()}(${textsOf(given.slice(1))})`);
    if (property === 'apply' && given.length > 0)
      return edit(node, `${object.text()}(${list(second)})`);
  }
  if (callee.kind() === 'call_expression') {
    const bound = callee.field('function');
    if (bound?.kind() === 'member_expression' && bound.field('property')?.text() === 'bind') {
      const early = argumentsOf(callee).slice(1);
      const all = textsOf([...early, ...given]);
      return edit(node, `${bound.field('object').text()}(${all})`);
    }
  }
  return undefined;
}

function python(node) {
  const kind = node.kind();
  if (kind === 'subscript') {
    const name = memberName(node.field('subscript'));
    const object = node.field('value')?.text() ?? '';
    if (name === undefined) return undefined;
    if (/^(?:globals|locals)\(\)$/.test(object)) return edit(node, name);
    const held = /^vars\((.+)\)$/.exec(object)?.[1] ?? /^(.+)\.__dict__$/.exec(object)?.[1];
    return held === undefined ? undefined : edit(node, `${held}.${name}`);
  }
  if (kind !== 'call') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const given = argumentsOf(node);
  const direct = unwrappedCall(node, callee, given);
  if (direct !== undefined) return direct;
  const [first, second, third] = given;
  const text = callee.text();
  const rest = textsOf(given);
  if (/^(?:builtins\.)?getattr$/.test(text)) {
    const name = memberName(second);
    return name === undefined || !first ? undefined : edit(node, `${first.text()}.${name}`);
  }
  if (text === 'setattr') {
    const name = memberName(second);
    return name === undefined || !third
      ? undefined
      : edit(node, `${first.text()}.${name} = ${third.text()}`);
  }
  if (/^(?:__import__|importlib\.import_module)$/.test(text)) {
    const name = literal(first);
    return name === undefined ? undefined : edit(node, name);
  }
  if (callee.kind() === 'attribute') {
    const object = callee.field('object')?.text();
    const attribute = callee.field('attribute')?.text();
    if (attribute === '__call__') return edit(node, `${object}(${rest})`);
    if (attribute === '__getattribute__') {
      const name = memberName(first);
      return name === undefined ? undefined : edit(node, `${object}.${name}`);
    }
  }
  if (callee.kind() === 'call') {
    const maker = callee.field('function')?.text() ?? '';
    const [made, ...early] = argumentsOf(callee);
    if (/(?:^|\.)partial$/.test(maker) && made) {
      return edit(node, `${made.text()}(${textsOf([...early, ...given])})`);
    }
    const name = memberName(made);
    if (name === undefined || !first) return undefined;
    if (/(?:^|\.)attrgetter$/.test(maker)) return edit(node, `${first.text()}.${name}`);
    if (/(?:^|\.)methodcaller$/.test(maker))
      return edit(node, `${first.text()}.${name}(${textsOf(early)})`);
  }
  return undefined;
}

/** The values in `.Call([]reflect.Value{reflect.ValueOf(a), ...})`. */
function reflectedValues(node, callee) {
  const given = node.text().slice(callee.text().length);
  return [...given.matchAll(/reflect\.ValueOf\(([^()]*(?:\([^()]*\)[^()]*)*)\)/g)]
    .map(([, value]) => value)
    .join(', ');
}

function go(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const direct = unwrappedCallee(callee);
  if (direct !== undefined) return direct;
  const reflected = /^reflect\.ValueOf\((.+)\)\.MethodByName\("(\w+)"\)\.Call$/s.exec(
    callee.text(),
  );
  if (reflected) {
    return edit(node, `${reflected[1]}.${reflected[2]}(${reflectedValues(node, callee)})`);
  }
  const function_ = /^reflect\.ValueOf\(([\w.]+)\)\.Call$/.exec(callee.text());
  if (function_) {
    return edit(node, `${function_[1]}(${reflectedValues(node, callee)})`);
  }
  // A method expression: `T.M(o, a)` and `(*T).M(o, a)`.
  const method = /^\(\*?\w+\)\.(\w+)$/.exec(callee.text());
  const [receiver, ...rest] = argumentsOf(node);
  return method && receiver
    ? edit(node, `${receiver.text()}.${method[1]}(${textsOf(rest)})`)
    : undefined;
}

function java(node) {
  const kind = node.kind();
  if (kind === 'parenthesized_expression') {
    const inner = unwrapped(node);
    const isObject = node.parent()?.field('object')?.id() === node.id();
    return isObject && isReference(inner) ? edit(node, inner.text()) : undefined;
  }
  if (kind !== 'method_invocation') return undefined;
  const given = argumentsOf(node);
  const object = node.field('object');
  if (node.field('name')?.text() === 'invoke' && object) {
    const found = /\.get(?:Declared)?Method\(\s*"(\w+)"/.exec(object.text());
    const [receiver, ...rest] = given;
    const owner = /^(\w+)\.class\./.exec(object.text())?.[1];
    if (!found || !receiver) return undefined;
    const holder = receiver.text() === 'null' ? owner : receiver.text();
    return edit(node, `${holder}.${found[1]}(${textsOf(rest)})`);
  }
  if (node.field('name')?.text() === 'requireNonNull' && given.length === 1) {
    return edit(node, given[0].text());
  }
  // `((Supplier<A>) () -> f(a)).get()`
  const supplied = /^\(\s*\([^()]*\)\s*\(\)\s*->\s*([^{].*)\)$/s.exec(object?.text() ?? '');
  if (supplied && given.length === 0) return edit(node, supplied[1]);
  // `((Function<A, B>) Foo::x).apply(a)`
  const reference = /^\(\s*\([^()]*\)\s*([\w.]+)::(\w+)\s*\)$/.exec(object?.text() ?? '');
  return reference && /^(?:apply|accept|get|test|call|run)$/.test(node.field('name')?.text() ?? '')
    ? edit(node, `${reference[1]}.${reference[2]}(${textsOf(given)})`)
    : undefined;
}

function rust(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const given = argumentsOf(node);
  const direct = unwrappedCall(node, callee, given);
  if (direct !== undefined) return direct;
  // `Type::method(&value, a)`
  const method =
    /^(?:\w+::)*[A-Z]\w*(?:::<[^>]*>)?::(\w+)$/.exec(callee.text()) ??
    /^<[^>]+>::(\w+)$/.exec(callee.text());
  const [receiver, ...rest] = given;
  if (!method || receiver?.kind() !== 'reference_expression') return undefined;
  const value = receiver.field('value')?.text() ?? receiver.text().replace(/^&\s*(?:mut\s+)?/, '');
  return edit(node, `${value}.${method[1]}(${textsOf(rest)})`);
}

function cpp(node) {
  if (node.kind() !== 'call_expression') return undefined;
  const callee = node.field('function');
  if (!callee) return undefined;
  const given = argumentsOf(node);
  const direct = unwrappedCall(node, callee, given);
  if (direct !== undefined) return direct;
  const pointed = /^\((\w+)(?:\.|->)\*\s*\(?&?\s*(?:\w+::)*(\w+)\)?\)$/.exec(callee.text());
  if (pointed) return edit(callee, `${pointed[1]}.${pointed[2]}`);
  if (callee.text() === 'std::invoke' || callee.text() === 'invoke') {
    const [first, second, ...rest] = given;
    const method = /^&\s*(?:\w+::)+(\w+)$/.exec(first?.text() ?? '');
    const texts = textsOf(rest);
    if (method && second)
      return edit(node, `${second.text().replace(/^&/, '')}.${method[1]}(${texts})`);
    return first
      ? edit(node, `${first.text()}(${[second?.text(), texts].filter(Boolean).join(', ')})`)
      : undefined;
  }
  return undefined;
}

/** By language: the edit that writes one node in its plain spelling; undefined if it is plain. */
export const SPELLINGS = {
  JavaScript: ecmascript,
  TypeScript: ecmascript,
  Tsx: ecmascript,
  Python: python,
  Go: go,
  Java: java,
  Rust: rust,
  C: cpp,
  Cpp: cpp,
};
