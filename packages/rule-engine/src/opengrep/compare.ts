import type { Comparison } from './formula.ts';
import { compileRegex } from './regex.ts';

type Operand = number | string | boolean | readonly Operand[];

/** Whether the comparison is true; anything that cannot be computed is not. */
export function compare(
  comparison: Comparison,
  values: (metavariable: string) => string | undefined,
  strip: boolean,
): boolean {
  return compute(comparison, values, strip) === true;
}

function compute(
  node: Comparison,
  values: (metavariable: string) => string | undefined,
  strip: boolean,
): Operand | undefined {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'metavariable': {
      const text = values(node.name);
      if (text === undefined) return undefined;
      return asNumber(strip ? text.replace(/^(["'`])(.*)\1$/s, '$2') : text) ?? text;
    }
    case 'list': {
      const items = node.of.map((item) => compute(item, values, strip));
      return items.every((item) => item !== undefined) ? items : undefined;
    }
    case 'call':
      return call(
        node.name,
        node.of.map((item) => compute(item, values, strip)),
      );
    case 'operation':
      return operate(
        node.operator,
        node.of.map((item) => compute(item, values, strip)),
      );
  }
}

const asNumber = (text: string): number | undefined =>
  /^-?(?:\d+(?:\.\d*)?|0[xob][\da-fA-F]+)$/.test(text.trim()) ? Number(text) : undefined;

function call(
  name: string,
  [first, second]: readonly (Operand | undefined)[],
): Operand | undefined {
  switch (name) {
    case 'int':
      return first === undefined ? undefined : asNumber(String(first));
    case 'str':
      return first === undefined ? undefined : String(first);
    case 're.match': {
      const compiled = compileRegex(String(first), 'a');
      if (compiled.kind === 'unsupported' || second === undefined) return undefined;
      compiled.regex.lastIndex = 0;
      return compiled.regex.test(String(second));
    }
    default:
      return undefined;
  }
}

function operate(
  operator: string,
  [left, right]: readonly (Operand | undefined)[],
): Operand | undefined {
  if (left === undefined) return undefined;
  if (operator === 'not') return typeof left === 'boolean' ? !left : undefined;
  if (right === undefined) return operator === '-' && typeof left === 'number' ? -left : undefined;
  switch (operator) {
    case 'and':
      return left === true && right === true;
    case 'or':
      return left === true || right === true;
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case 'in':
      return Array.isArray(right) && right.includes(left);
    case 'not in':
      return Array.isArray(right) && !right.includes(left);
    default:
      break;
  }
  return typeof left === 'number' && typeof right === 'number'
    ? calculate(operator, left, right)
    : undefined;
}

function calculate(operator: string, left: number, right: number): Operand | undefined {
  switch (operator) {
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '**':
      return left ** right;
    default:
      return undefined;
  }
}
