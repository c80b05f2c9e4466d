import type { Language } from '@refbench/code-facts';
import type { FileFunctions, FoundFunction, ValueFault } from './find-functions.ts';

type Crash = (text: string) => string;

const ECMASCRIPT: Crash = (text) => `if (Number('1')) throw new Error('${text}');`;
/** A declaration, so that no statement precedes the declarations after it. */
const NATIVE: Crash = () => '__attribute__((unused)) int planted_fault = (__builtin_trap(), 0);';

/**
 * A statement that fails when it is executed. Compilers must not detect that it always fails, because
 * they reject unreachable code and unused variables.
 */
const FAULTS: Partial<Readonly<Record<Language, Crash>>> = {
  C: NATIVE,
  Cpp: NATIVE,
  Go: (text) => `if true { panic("${text}") };`,
  Java: (text) => `if (true) throw new AssertionError("${text}");`,
  JavaScript: ECMASCRIPT,
  Python: (text) => `raise RuntimeError('${text}')`,
  Rust: (text) => `if true { panic!("${text}") }`,
  Tsx: ECMASCRIPT,
  TypeScript: ECMASCRIPT,
};

/**
 * Returns the text of a file with a crash at the start of each of the given functions.
 * @param message what the crash says: letters, digits and spaces
 */
export function plantFaults(
  { language, text }: FileFunctions,
  functions: readonly FoundFunction[],
  message = 'planted fault',
): string {
  const crash = FAULTS[language];
  if (crash === undefined) throw new RangeError(`there is no fault for ${language}`);
  const fault = crash(message);
  let planted = text;
  // Processed from the end, so that earlier offsets stay valid.
  for (const { entry } of functions.toSorted((left, right) => right.entry.at - left.entry.at)) {
    const [before, after] = [planted.slice(0, entry.at), planted.slice(entry.at)];
    switch (entry.kind) {
      case 'block':
        planted = `${before} ${fault}${after}`;
        break;
      case 'line':
        planted = `${before}${fault}${indentBehind(before)}${after}`;
        break;
      case 'expression': {
        const length = entry.end - entry.at;
        const body = `{ ${fault} return (${after.slice(0, length)}); }`;
        planted = `${before}${body}${after.slice(length)}`;
        break;
      }
    }
  }
  return planted;
}

/**
 * Returns the separator between two statements: a new line with the same indent, or `; ` if the body
 * is on one line.
 */
function indentBehind(before: string): string {
  const indent = before.slice(before.lastIndexOf('\n') + 1);
  return indent.trim() === '' ? `\n${indent}` : '; ';
}

/**
 * Returns the text of a file with faults of value. Of faults that overlap, only the first is planted.
 * @param faults of functions of this file
 */
export function plantValueFaults(text: string, faults: readonly ValueFault[]): string {
  let planted = '';
  let end = 0;
  const ordered = faults.toSorted((left, right) => left.at - right.at || left.end - right.end);
  for (const fault of ordered) {
    if (fault.at < end) continue;
    planted += text.slice(end, fault.at) + fault.text;
    end = fault.end;
  }
  return planted + text.slice(end);
}
