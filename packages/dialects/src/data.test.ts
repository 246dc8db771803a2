import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readConversations, writeConversations } from './conversations.ts';
import { dialects } from './registry.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => name.endsWith('.jsonl') && name !== 'token-counts.jsonl')
  : [];

describe('real conversations', () => {
  it.skipIf(files.length > 0)('are not here: put them into ../shared/data to try every dialect on them', () => {});

  it.each(files)('of %s are valid in every dialect', (name) => {
    const text = readFileSync(folder + name, 'utf8');
    const conversations = readConversations(text);
    expect(conversations).toHaveLength(text.trimEnd().split('\n').length);
    for (const conversation of conversations) {
      for (const dialect of dialects) {
        const wire = dialect.encode(conversation);
        expect(dialect.validate(wire), `${conversation.id} as ${dialect.id}`).toEqual([]);
        expect(dialect.encode(dialect.decode(wire))).toEqual(wire);
      }
    }
  });

  it.each(files)('of %s that were whole come back exactly', (name) => {
    const lines = readFileSync(folder + name, 'utf8')
      .trimEnd()
      .split('\n');
    const jsonl = dialects.find((dialect) => dialect.id === 'jsonl');
    for (const line of lines) {
      const wire = JSON.parse(line);
      if (jsonl?.validate(wire).length !== 0) continue;
      const [conversation] = readConversations(line);
      expect(conversation && JSON.parse(writeConversations([conversation]))).toEqual(wire);
    }
  });
});
