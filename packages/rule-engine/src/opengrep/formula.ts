import type { CompiledRegex } from './regex.ts';
import type { Pattern } from './language.ts';

export type Regex = Extract<CompiledRegex, { kind: 'regex' }>;

/** A rule's patterns put together as OpenGrep evaluates them. */
export type Formula =
  | { readonly kind: 'pattern'; readonly pattern: Pattern; readonly inside: boolean }
  | { readonly kind: 'regex'; readonly regex: Regex }
  | { readonly kind: 'or'; readonly of: readonly Formula[] }
  | { readonly kind: 'inside'; readonly of: Formula }
  | Conjunction;

export interface Conjunction {
  readonly kind: 'and';
  readonly all: readonly Formula[];
  readonly none: readonly Formula[];
  readonly conditions: readonly Condition[];
  /** Metavariables of each `focus-metavariable`. */
  readonly focus: readonly (readonly string[])[];
}

export type Condition =
  | {
      readonly kind: 'regex';
      readonly metavariable: string;
      readonly regex: Regex;
      readonly constants: boolean;
    }
  | {
      readonly kind: 'pattern';
      readonly metavariable: string;
      readonly language?: string;
      readonly formula: Formula;
    }
  | { readonly kind: 'type'; readonly metavariable: string; readonly types: readonly Pattern[] }
  | {
      readonly kind: 'comparison';
      readonly metavariable?: string;
      readonly comparison: Comparison;
      readonly strip: boolean;
    };

/** A Python-like expression over metavariables. */
export type Comparison =
  | { readonly kind: 'literal'; readonly value: number | string | boolean }
  | { readonly kind: 'metavariable'; readonly name: string }
  | { readonly kind: 'list'; readonly of: readonly Comparison[] }
  | { readonly kind: 'call'; readonly name: string; readonly of: readonly Comparison[] }
  | { readonly kind: 'operation'; readonly operator: string; readonly of: readonly Comparison[] };
