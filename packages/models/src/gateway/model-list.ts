/** A static response to `GET /v1/models` for clients of OpenAI and Anthropic. */
export function modelList(models: readonly string[]): unknown {
  return {
    object: 'list',
    data: models.map((id) => ({
      id,
      object: 'model',
      type: 'model',
      display_name: id,
      owned_by: 'refbench',
      created: 0,
      created_at: '1970-01-01T00:00:00Z',
    })),
    first_id: models[0] ?? null,
    last_id: models.at(-1) ?? null,
    has_more: false,
  };
}
