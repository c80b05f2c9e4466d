import { isRecord } from '../protocol/guard.ts';
import type { OfferedTool, RequestView } from './request-view.ts';
import type { ScriptCount, ScriptRule, ScriptUsage } from './script.ts';

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** An answer before it is put into a protocol's words. */
export interface Reply {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  readonly call: ToolCall | undefined;
  readonly usage: Readonly<Record<keyof ScriptUsage, ScriptCount | undefined>> | undefined;
}

const DEFAULT_USAGE = { input: 1_111, output: 44, cache_read: 0, cache_write: 0, reasoning: 0 };

export function replyOf(
  rule: ScriptRule,
  view: RequestView,
  context: { readonly model: string; readonly usage: ScriptUsage | undefined },
): Reply {
  const id = String(view.results + 1);
  const asText = rule.answer !== undefined && view.forced === undefined;
  return {
    id,
    model: context.model,
    text: asText ? JSON.stringify(rule.answer) : (rule.say ?? ''),
    call: callOf(rule, view, id),
    usage:
      rule.fault === 'no-usage'
        ? undefined
        : { ...DEFAULT_USAGE, ...defined(context.usage), ...defined(rule.usage) },
  };
}

function callOf(rule: ScriptRule, view: RequestView, id: string): ToolCall | undefined {
  if (rule.tool !== undefined) return { id: `call_${id}`, ...rule.tool };
  if (rule.shell !== undefined) return { id: `call_${id}`, ...shellCall(rule.shell, view.tools) };
  if (rule.answer === undefined || view.forced === undefined) return undefined;
  return { id: `call_${id}`, name: view.forced, input: rule.answer };
}

/** What clients call the tool that runs a command. */
const SHELL_TOOLS = [
  'bash',
  'run_shell_command',
  'shell_command',
  'exec_command',
  'shell',
  'local_shell',
  'execute',
];

function shellCall(
  command: string,
  tools: readonly OfferedTool[],
): { readonly name: string; readonly input: unknown } {
  const found = SHELL_TOOLS.flatMap((name) =>
    tools.filter((tool) => tool.name.toLowerCase() === name),
  );
  const [tool] = found;
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    throw new Error(`no tool for a command line among: ${names}`);
  }
  const properties = tool.parameters?.['properties'];
  const known = isRecord(properties) ? properties : {};
  const input: Record<string, unknown> = {};
  if ('cmd' in known) input['cmd'] = command;
  else if (takesList(known['command'])) input['command'] = ['bash', '-lc', command];
  else input['command'] = command;
  if ('description' in known) input['description'] = 'Run a command';
  if ('is_background' in known) input['is_background'] = false;
  return { name: tool.name, input };
}

function takesList(schema: unknown): boolean {
  return isRecord(schema) && String(schema['type']).toLowerCase() === 'array';
}

function defined(usage: ScriptUsage | undefined): ScriptUsage {
  const given = Object.entries(usage ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given);
}
