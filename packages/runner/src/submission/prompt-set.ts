import type { Digest, Mode } from '@refbench/contracts';
import { digestOf, fillTemplate, sha256OfBytes } from '@refbench/base';
import { fencePlans } from './fence-plans.ts';
import { PLAN_COUNT, planPaths } from '@refbench/workspace';

/** Names of the templates. Each is a file `<name>.md`. */
export type TemplateName =
  | 'direct'
  | 'plan'
  | 'multiplan'
  | 'execute-plan'
  | 'judge'
  | 'environment';

const USED_BY: Readonly<Record<Mode, readonly TemplateName[]>> = {
  direct: ['direct'],
  plan: ['plan', 'execute-plan'],
  multiplan: ['multiplan', 'judge', 'execute-plan'],
};

/** Templates of agents that work on the repository. */
const OF_AGENTS: ReadonlySet<TemplateName> = new Set([
  'direct',
  'plan',
  'multiplan',
  'execute-plan',
]);

const PACKAGES_LINE =
  '- Packages can be installed all the same: npm, pip, uv, cargo, go and Maven are set up for registries with the packages of the time of this commit. Search, git repositories and other addresses cannot be reached.';

/** Adds the line below the one that says that there is no network, or at the end. */
function tellOfPackages(text: string): string {
  const added = text.replace(/^- There is no network.*$/m, (line) => `${line}\n${PACKAGES_LINE}`);
  return added === text ? `${text.trimEnd()}\n${PACKAGES_LINE}\n` : added;
}

/** Builds the prompts of all phases from one set of templates. */
export class PromptSet {
  private readonly texts: ReadonlyMap<TemplateName, string>;

  constructor(texts: ReadonlyMap<TemplateName, string>) {
    this.texts = texts;
  }

  /** Returns templates that also tell agents that they can install packages. */
  withPackages(): PromptSet {
    const told = [...this.texts].map(([name, text]): readonly [TemplateName, string] =>
      OF_AGENTS.has(name) ? [name, tellOfPackages(text)] : [name, text],
    );
    return new PromptSet(new Map(told));
  }

  /** Returns the digest of the templates that a mode uses. It is part of the plan of a run. */
  digestFor(mode: Mode): Digest {
    return digestOf(USED_BY[mode].map((name) => [name, sha256OfBytes(this.textOf(name))]));
  }

  /** Builds the prompt of the first agent of an attempt. */
  first(mode: Mode, task: string): string {
    switch (mode) {
      case 'direct':
        return this.fill('direct', { task });
      case 'plan':
        return this.fill('plan', { task, plan_file: planPaths('plan').join() });
      case 'multiplan': {
        const files = planPaths('multiplan').map((path) => `  - ${path}`);
        return this.fill('multiplan', {
          task,
          plan_files: files.join('\n'),
          count: String(PLAN_COUNT),
        });
      }
    }
  }

  /** Builds the prompt of the executing agent. It contains the plan, but not the task text. */
  execute(plan: string): string {
    return this.fill('execute-plan', { plan });
  }

  /** Builds the prompt of the judge: the plans and the instructed description, on every track. */
  judge(description: string, plans: readonly string[]): string {
    return this.fill('judge', {
      task: description,
      plans: fencePlans(plans),
      count: String(plans.length),
    });
  }

  /** Builds the prompt of an agent that writes an environment. */
  environment(values: Readonly<Record<string, string>>): string {
    return this.fill('environment', values);
  }

  private fill(name: TemplateName, values: Readonly<Record<string, string>>): string {
    const trimmed = Object.entries(values).map(([key, value]) => [key, value.trimEnd()]);
    return fillTemplate(this.textOf(name), Object.fromEntries(trimmed) as Record<string, string>);
  }

  private textOf(name: TemplateName): string {
    const text = this.texts.get(name);
    if (text === undefined) throw new Error(`there is no template ${name}`);
    return text;
  }
}
