/** A language of OpenGrep: which rules name it, and which files it reads. */
export interface OpengrepLanguage {
  /** OpenGrep's own name for it, and for what analyzes it. */
  readonly id: string;
  /** A path with one of these endings is read. */
  readonly endings: readonly string[];
  /** So is an executable file whose first line ends with one of these. */
  readonly shebangs: readonly string[];
}

/** Id, further names, endings, shebangs; from the `lang.json` of OpenGrep 1.30. */
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

/** Text without syntax: any file. */
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

/** As a rule names it, in any case of letters; undefined for a name that OpenGrep does not know. */
export function opengrepLanguage(name: string): OpengrepLanguage | undefined {
  return BY_NAME.get(name.toLowerCase());
}
