/** Returns the commands of one target, with simple variables of the Makefile expanded. */
export function makeCommands(makefile: string, target: string): readonly string[] {
  const lines = makefile.replace(/\\\r?\n[ \t]*/g, ' ').split(/\r?\n/);
  const variables = new Map<string, string>();
  const commands: string[] = [];
  let inTarget = false;
  for (const line of lines) {
    const assignment = /^([A-Za-z_][\w-]*)\s*[:?+]?=\s*(.*)$/.exec(line);
    if (assignment !== null) {
      variables.set(assignment[1] ?? '', assignment[2] ?? '');
      inTarget = false;
    } else if (line.startsWith('\t')) {
      if (inTarget) commands.push(line.trim().replace(/^[@+-]+/, ''));
    } else if (line.trim() !== '' && !line.startsWith('#')) {
      const rule = /^([^:=]+):(?!=)/.exec(line);
      inTarget = rule !== null && (rule[1] ?? '').trim().split(/\s+/).includes(target);
    }
  }
  return commands.map((command) => expand(command, variables, 10));
}

/** Returns what runs for a target, as lines for a shell: `make` for each target that it needs, then its commands. */
export function makeLines(makefile: string, target: string): readonly string[] {
  const needed = makeNeeds(makefile, target).map((name) => `make ${name}`);
  return [...needed, ...makeCommands(makefile, target)];
}

/** Returns what a target needs, e.g. `test-node` for `test: test-node`, without files of the tree. */
export function makeNeeds(makefile: string, target: string): readonly string[] {
  const rules = [
    ...makefile.replace(/\\\r?\n[ \t]*/g, ' ').matchAll(/^([\w.-]+)\s*::?(?!=)(.*)$/gm),
  ];
  const targets = new Set(rules.map(([, name]) => name));
  return rules
    .filter(([, name]) => name === target)
    .flatMap(([, , needed = '']) => needed.replace(/[#;].*$/, '').split(/\s+/))
    .filter((name) => targets.has(name) && name !== target);
}

function expand(text: string, variables: ReadonlyMap<string, string>, depth: number): string {
  if (depth === 0) return text;
  return text.replace(/\$[({]([\w-]+)[)}]/g, (whole, name: string) => {
    const value = variables.get(name);
    return value === undefined ? whole : expand(value, variables, depth - 1);
  });
}
