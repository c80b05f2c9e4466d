import {
  blockedMember,
  isRecord,
  never,
  only,
  recordsOf,
  recordsWithin,
  type KnownMembers,
  type MemberRules,
} from './guard.ts';
import { AnthropicMeter } from './anthropic-meter.ts';
import { describeIssues } from '@refbench/base';
import { z } from 'zod';
import { withMember } from './json-text.ts';
import { MediaTally } from './media.ts';
import { PROBE_OUTPUT_TOKENS, PROBE_TEXT, type Inspection, type Protocol } from './protocol.ts';

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

const MEMBERS: KnownMembers = {
  read: ['model', 'max_tokens', 'stream', 'messages', 'tools'],
  rules: RULES,
  harmless: [
    'system',
    'metadata',
    'temperature',
    'top_p',
    'top_k',
    'stop_sequences',
    'tool_choice',
    'thinking',
    'output_config',
    'output_format',
    'cache_control',
    'context_management',
    'betas',
  ],
};

/** Types of tools that the client runs. The provider runs all other typed tools. */
const CLIENT_TOOL = /^(?:custom|(?:bash|text_editor|memory)_\d{8})$/;

export const anthropicMessages: Protocol = {
  name: 'anthropic-messages',
  provider: 'anthropic',
  inspect,
  edit: (text, _facts, clampTo) =>
    clampTo === undefined ? text : withMember(text, 'max_tokens', String(clampTo)),
  meter: () => new AnthropicMeter(),
  probe: (model, stream) => ({
    path: '/v1/messages',
    body: {
      model,
      stream,
      max_tokens: PROBE_OUTPUT_TOKENS,
      messages: [{ role: 'user', content: PROBE_TEXT }],
    },
  }),
  refusalBody: (_status, code, message) => ({
    type: 'error',
    error: { type: ERROR_TYPES[code] ?? 'invalid_request_error', message },
  }),
};

const ERROR_TYPES: Readonly<Record<string, string>> = {
  budget_exceeded: 'permission_error',
  provider_failed: 'permission_error',
  call_failed: 'overloaded_error',
  gateway_failed: 'api_error',
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
  tallyBlocks(body.messages, tally);
  tallyBlocks(raw['system'], tally);
  const capability =
    blockedMember(raw, MEMBERS) ??
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

/** Members with the arguments of client tools. */
const FREE_JSON: ReadonlySet<string> = new Set(['input']);

function tallyBlocks(content: unknown, tally: MediaTally): void {
  for (const block of recordsWithin(content, FREE_JSON)) {
    const { type, source } = block;
    if (type === 'container_upload') tally.block('files at the provider');
    if (type === 'image' || type === 'document') tallySource(source, tally);
    // A provider would have to fetch these in any other position.
    else if (isRecord(source) && (source['type'] === 'url' || source['type'] === 'file')) {
      tally.block('media by reference');
    }
  }
}

function tallySource(source: unknown, tally: MediaTally): void {
  const { type, media_type: mediaType } = isRecord(source) ? source : {};
  if (type === 'base64') tally.inline(String(mediaType));
  // Blocks inside `content` are visited separately.
  else if (type !== 'text' && type !== 'content') tally.block('media by reference');
}

/**
 * Whether the request writes a one-hour cache in any position, which is sufficient for an upper bound.
 */
function writesLongCache(raw: Readonly<Record<string, unknown>>): boolean {
  const marked = (value: unknown): boolean =>
    recordsOf(value).some(
      (each) =>
        (isRecord(each['cache_control']) && each['cache_control']['ttl'] === '1h') ||
        marked(each['content']),
    );
  return marked([raw]) || marked(raw['system']) || marked(raw['tools']) || marked(raw['messages']);
}
