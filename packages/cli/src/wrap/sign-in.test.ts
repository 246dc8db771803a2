import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claudePast, geminiPast } from './sign-in.ts';

function emptyFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tenfold-sign-in-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  return { folder, write };
}

it("says that Claude Code goes elsewhere where the machine's managers set it so", () => {
  const { folder, write } = emptyFolder();
  expect(claudePast({ HOME: folder }, folder)).toBeNull();
  write('managed-settings.json', JSON.stringify({ env: { ANTHROPIC_BASE_URL: 'https://proxy.example' } }));
  expect(claudePast({ HOME: folder }, folder)).toMatch(/managed-settings\.json sets ANTHROPIC_BASE_URL/);
});

it("says that Gemini CLI goes elsewhere where the machine's managers set it so, whatever else is chosen", () => {
  const { folder, write } = emptyFolder();
  const signIn = (selectedType: string) => JSON.stringify({ security: { auth: { selectedType } } });
  write('.gemini/settings.json', signIn('gemini-api-key'));
  write('managed.json', signIn('vertex-ai'));
  expect(geminiPast({ HOME: folder }, folder)).toBeNull();
  expect(geminiPast({ HOME: folder, GEMINI_CLI_SYSTEM_SETTINGS_PATH: join(folder, 'managed.json') }, folder)).toMatch(
    /Vertex AI/,
  );
});

it.each(['.env', '.gemini/.env', '../.env'])('says that Gemini CLI goes elsewhere where %s signs it in so', (name) => {
  const { folder, write } = emptyFolder();
  const project = join(folder, 'project');
  mkdirSync(project);
  write(join('project', name), 'GOOGLE_GENAI_USE_VERTEXAI="true"\nGOOGLE_CLOUD_PROJECT=heron\n');
  const given = { HOME: join(folder, 'nobody') };
  expect(geminiPast(given, project)).toMatch(/Vertex AI.*unset .* there and in .*\.env/);
  // What is set already is not set by a file.
  expect(geminiPast({ ...given, GOOGLE_GENAI_USE_VERTEXAI: 'false' }, project)).toBeNull();
});
