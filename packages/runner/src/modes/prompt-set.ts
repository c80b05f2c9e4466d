import type { Digest, Mode } from '@refbench/contracts';
import { digestOf, sha256OfBytes } from '@refbench/files';
import { fencePlans } from './fence-plans.ts';
import { fillTemplate } from './fill-template.ts';
import { PLAN_COUNT, planPaths } from './plan-paths.ts';

/** The templates, one a prompt; the files are `<name>.md`. */
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

/** The prompts of every phase, from one set of templates. */
export class PromptSet {
  private readonly texts: ReadonlyMap<TemplateName, string>;

  constructor(texts: ReadonlyMap<TemplateName, string>) {
    this.texts = texts;
  }

  /** Of the templates that a mode uses; part of the run's plan. */
  digestFor(mode: Mode): Digest {
    return digestOf(USED_BY[mode].map((name) => [name, sha256OfBytes(this.textOf(name))]));
  }

  /** What the first agent of an attempt is told. */
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

  /** What the agent that carries out a plan is told: the plan, and nothing of the task's text. */
  execute(plan: string): string {
    return this.fill('execute-plan', { plan });
  }

  /** What the judge is told: the instructed description, whatever the track, and the plans. */
  judge(description: string, plans: readonly string[]): string {
    return this.fill('judge', {
      task: description,
      plans: fencePlans(plans),
      count: String(plans.length),
    });
  }

  /** What an agent is told that writes an instance's environment. */
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
