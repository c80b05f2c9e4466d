import { blockedMember, isRecord, never, only, recordsOf, type MemberRules } from './guard.ts';
import { AnthropicMeter } from './anthropic-meter.ts';
import { describeIssues } from '@refbench/files';
import { z } from 'zod';
import { withMember } from './json-text.ts';
import { MediaTally } from './media.ts';
import type { Inspection, Protocol } from './protocol.ts';

const bodySchema = z.looseObject({
  model: z.string().min(1),
  max_tokens: z.int().positive().optional(),
  stream: z.boolean().nullish(),
  messages: z.array(z.unknown()),
  tools: z.array(z.looseObject({ type: z.string().nullish() })).nullish(),
  thinking: z.looseObject({ budget_tokens: z.int().nonnegative().nullish() }).nullish(),
  context_management: z
    .looseObject({ edits: z.array(z.looseObject({ type: z.string() })).nullish() })
    .nullish(),
});

const RULES: MemberRules = {
  mcpservers: never('remote MCP servers'),
  container: never('code execution at the provider'),
  speed: only('a dearer speed', 'standard'),
  servicetier: only('a dearer service tier', 'auto', 'standard_only'),
  inferencegeo: only('a dearer region', 'global'),
  fallbacks: never('other models as a fallback'),
};

/** Tools that the client itself runs. Whatever else has a type is run by the provider. */
const CLIENT_TOOL = /^(?:custom|(?:bash|text_editor|memory)_\d{8})$/;

export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  provider: 'anthropic',
  inspect,
  edit: (text, _facts, clampTo) =>
    clampTo === undefined ? text : withMember(text, 'max_tokens', String(clampTo)),
  meter: () => new AnthropicMeter(),
  refusalBody: (_status, code, message) => ({
    type: 'error',
    error: { type: ERROR_TYPES[code] ?? 'invalid_request_error', message },
  }),
};

const ERROR_TYPES: Readonly<Record<string, string>> = {
  budget_exceeded: 'permission_error',
  provider_failed: 'permission_error',
  wrong_token: 'permission_error',
  not_found: 'not_found_error',
  too_large: 'request_too_large',
  busy: 'rate_limit_error',
};

function inspect(raw: Readonly<Record<string, unknown>>): Inspection {
  const parsed = bodySchema.safeParse(raw);
  if (!parsed.success) return { kind: 'invalid', reason: describeIssues(parsed.error) };
  const body = parsed.data;
  const tool = body.tools?.find(({ type }) => type && !CLIENT_TOOL.test(type));
  const compaction = body.context_management?.edits?.some(({ type }) => type.startsWith('compact'));
  const tally = new MediaTally();
  for (const message of recordsOf(body.messages)) tallyBlocks(message['content'], tally);
  tallyBlocks(raw['system'], tally);
  const capability =
    blockedMember(raw, RULES, ['model', 'max_tokens', 'stream', 'messages', 'tools']) ??
    (tool === undefined ? undefined : `the tool "${tool.type ?? ''}" at the provider`) ??
    (compaction === true ? 'compaction at the provider' : undefined) ??
    tally.blocked;
  if (capability !== undefined) return { kind: 'blocked', capability };
  return {
    kind: 'ok',
    facts: {
      model: body.model,
      stream: body.stream === true,
      maxOutputTokens: body.max_tokens,
      minOutputTokens: (body.thinking?.budget_tokens ?? 0) + 1,
      images: tally.images,
      documents: tally.documents,
      longCache: writesLongCache(raw),
    },
  };
}

function tallyBlocks(content: unknown, tally: MediaTally): void {
  for (const block of recordsOf(content)) {
    if (block['type'] === 'container_upload') tally.block('files at the provider');
    if (block['type'] === 'image' || block['type'] === 'document') tallySource(block, tally);
    // Results of tools and documents hold blocks of their own.
    if (block['type'] === 'tool_result') tallyBlocks(block['content'], tally);
  }
}

function tallySource(block: Readonly<Record<string, unknown>>, tally: MediaTally): void {
  const source = isRecord(block['source']) ? block['source'] : {};
  if (source['type'] === 'base64') tally.inline(String(source['media_type']));
  else if (source['type'] === 'content') tallyBlocks(source['content'], tally);
  else if (source['type'] !== 'text') tally.block('media by reference');
}

/** Where it can stand varies; that it stands anywhere is enough for a bound. */
function writesLongCache(raw: Readonly<Record<string, unknown>>): boolean {
  const marked = (value: unknown): boolean =>
    recordsOf(value).some(
      (each) =>
        (isRecord(each['cache_control']) && each['cache_control']['ttl'] === '1h') ||
        marked(each['content']),
    );
  return marked([raw]) || marked(raw['system']) || marked(raw['tools']) || marked(raw['messages']);
}
