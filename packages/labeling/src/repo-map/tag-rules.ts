import { languageOfPath, type Language } from '@refbench/code-facts';

/** Syntax nodes that define or use a name, by the kinds and fields of the tree-sitter grammar. */
export interface TagRules {
  /** Maps the kind of a definition to the field with its name. */
  readonly definitions: Readonly<Record<string, string>>;
  /**
   * Definitions that count only if the field `value` is of a kind in FUNCTION_VALUES, such as a
   * function.
   */
  readonly valued: Readonly<Record<string, { readonly name: string; readonly value: string }>>;
  /**
   * Maps the kind of a reference to the field with the used name; `self` if the node itself is the
   * name.
   */
  readonly references: Readonly<Record<string, string>>;
}

const ECMA: TagRules = {
  definitions: {
    class_declaration: 'name',
    function_declaration: 'name',
    generator_function_declaration: 'name',
    method_definition: 'name',
  },
  valued: {
    variable_declarator: { name: 'name', value: 'value' },
    assignment_expression: { name: 'left', value: 'right' },
    pair: { name: 'key', value: 'value' },
  },
  references: { call_expression: 'function', new_expression: 'constructor' },
};

const JSX = { jsx_opening_element: 'name', jsx_self_closing_element: 'name' } as const;

const TYPESCRIPT: TagRules = {
  definitions: {
    ...ECMA.definitions,
    abstract_class_declaration: 'name',
    abstract_method_signature: 'name',
    enum_declaration: 'name',
    function_signature: 'name',
    interface_declaration: 'name',
    internal_module: 'name',
    method_signature: 'name',
    type_alias_declaration: 'name',
  },
  valued: ECMA.valued,
  references: { ...ECMA.references, type_identifier: 'self' },
};

const C: TagRules = {
  definitions: {
    enum_specifier: 'name',
    function_declarator: 'declarator',
    preproc_function_def: 'name',
    type_definition: 'declarator',
  },
  // A struct without a body is a reference.
  valued: {
    struct_specifier: { name: 'name', value: 'body' },
    union_specifier: { name: 'name', value: 'body' },
  },
  references: { call_expression: 'function', type_identifier: 'self' },
};

export const TAG_RULES: Readonly<Partial<Record<Language, TagRules>>> = {
  C,
  Cpp: {
    definitions: { ...C.definitions, alias_declaration: 'name', namespace_definition: 'name' },
    valued: { ...C.valued, class_specifier: { name: 'name', value: 'body' } },
    references: C.references,
  },
  Go: {
    definitions: {
      const_spec: 'name',
      function_declaration: 'name',
      method_declaration: 'name',
      method_elem: 'name',
      type_alias: 'name',
      type_spec: 'name',
    },
    valued: {},
    references: { call_expression: 'function', type_identifier: 'self' },
  },
  Java: {
    definitions: {
      annotation_type_declaration: 'name',
      class_declaration: 'name',
      enum_declaration: 'name',
      interface_declaration: 'name',
      method_declaration: 'name',
      record_declaration: 'name',
    },
    valued: {},
    references: {
      annotation: 'name',
      marker_annotation: 'name',
      method_invocation: 'name',
      type_identifier: 'self',
    },
  },
  JavaScript: { ...ECMA, references: { ...ECMA.references, ...JSX } },
  Python: {
    definitions: { class_definition: 'name', function_definition: 'name' },
    valued: {},
    references: { call: 'function' },
  },
  Rust: {
    definitions: {
      const_item: 'name',
      enum_item: 'name',
      function_item: 'name',
      function_signature_item: 'name',
      macro_definition: 'name',
      mod_item: 'name',
      struct_item: 'name',
      trait_item: 'name',
      type_item: 'name',
      union_item: 'name',
    },
    valued: {},
    references: {
      call_expression: 'function',
      macro_invocation: 'macro',
      type_identifier: 'self',
    },
  },
  Tsx: { ...TYPESCRIPT, references: { ...TYPESCRIPT.references, ...JSX } },
  TypeScript: TYPESCRIPT,
};

/** Kinds of values that make a variable, member or property a definition. */
export const FUNCTION_VALUES: readonly string[] = [
  'arrow_function',
  'class',
  'function',
  'function_expression',
  'generator_function',
  'field_declaration_list',
];

/** Returns the language for the tags of a file. Undefined if the language has no rules. */
export function tagLanguage(path: string): string | undefined {
  const language = languageOfPath(path);
  return language !== undefined && TAG_RULES[language] !== undefined ? language : undefined;
}
