/** A language of OpenGrep and the files that it reads. */
export interface OpengrepLanguage {
  /** OpenGrep's name of the language and its analyzer. */
  readonly id: string;
  /** Suffixes of paths that are read. */
  readonly endings: readonly string[];
  /** Suffixes of the first line of executable files that are read. */
  readonly shebangs: readonly string[];
}

/** Id, other names, suffixes and shebangs, from the `lang.json` of OpenGrep 1.30. */
const TABLE: readonly (readonly [string, string, string, string?])[] = [
  ['apex', '', '.cls .trigger'],
  ['bash', 'sh', '.bash .sh', 'bash sh'],
  ['c', '', '.c .h'],
  ['cairo', '', '.cairo'],
  ['circom', '', '.circom'],
  ['clojure', '', '.clj .cljs .cljc .edn'],
  ['cpp', 'c++', '.cc .cpp .cxx .c++ .pcc .tpp .C .h .hh .hpp .hxx .inl .ipp'],
  ['crystal', '', '.cr', 'crystal'],
  ['csharp', 'c#', '.cs'],
  ['dart', '', '.dart'],
  ['dockerfile', 'docker', '.dockerfile .Dockerfile Dockerfile dockerfile'],
  ['elixir', 'ex', '.ex .exs'],
  ['go', 'golang', '.go'],
  ['hack', '', '.hack .hck .hh', 'hhvm'],
  ['html', '', '.htm .html'],
  ['java', '', '.java'],
  ['js', 'javascript', '.cjs .js .jsx .mjs', 'node js nodejs'],
  ['json', '', '.json .ipynb'],
  ['jsonnet', '', '.jsonnet .libsonnet'],
  ['julia', '', '.jl'],
  ['kotlin', 'kt', '.kt .kts .ktm'],
  ['lisp', '', '.lisp .cl .el'],
  ['lua', '', '.lua', 'lua'],
  ['move_on_sui', '', '.move'],
  ['move_on_aptos', '', '.move'],
  ['ocaml', '', '.ml .mli', 'ocaml ocamlscript'],
  ['php', '', '.php .tpl .phtml', 'php'],
  ['promql', '', '.promql'],
  ['protobuf', 'proto proto3', '.proto'],
  ['python2', '', '.py .pyi', 'python python2'],
  ['python3', '', '.py .pyi', 'python python3'],
  ['python', 'py', '.py .pyi', 'python python2 python3'],
  ['ql', '', '.ql .qll'],
  ['r', '', '.r .R'],
  ['ruby', '', '.rb', 'ruby'],
  ['rust', '', '.rs', 'run-cargo-script'],
  ['scala', '', '.scala', 'scala'],
  ['scheme', '', '.scm .ss'],
  ['solidity', 'sol', '.sol'],
  ['swift', '', '.swift'],
  ['terraform', 'tf hcl', '.tf .hcl .tfvars'],
  ['ts', 'typescript', '.ts .tsx', 'ts-node'],
  ['vb', '', '.vb'],
  ['vue', '', '.vue'],
  ['xml', '', '.xml .plist'],
  ['yaml', '', '.yml .yaml'],
];

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

/** A language for plain text, which reads any file. */
const anyFile = (id: string): OpengrepLanguage => ({ id, endings: [''], shebangs: [] });

const BY_NAME: ReadonlyMap<string, OpengrepLanguage> = new Map([
  ...TABLE.flatMap(([id, names, endings, shebangs = '']) => {
    const language = { id, endings: words(endings), shebangs: words(shebangs) };
    return [id, ...words(names)].map((name) => [name, language] as const);
  }),
  ...['generic', 'spacegrep'].map((name) => [name, anyFile('generic')] as const),
  ['aliengrep', anyFile('aliengrep')],
  ...['regex', 'none'].map((name) => [name, anyFile('regex')] as const),
]);

/**
 * Finds a language by the name in a rule, ignoring case. Returns undefined if OpenGrep does not
 * support it.
 */
export function opengrepLanguage(name: string): OpengrepLanguage | undefined {
  return BY_NAME.get(name.toLowerCase());
}
