import { type Detail, HISTORY_SLOT, promptProblem, summaryPrompt, type Template } from '@tenfold/core';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { whole } from '../../../ui/figures.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { useUnsaved } from '../unsaved.ts';
import { askWorker } from './ask-worker.ts';

/** A prompt of one's own, checked as it is typed. Empty leaves the built-in one in place. */
export function OwnPrompt({
  label,
  value,
  builtIn,
  refused,
  onSave,
  onPreview,
}: {
  label: string;
  value: string | null;
  builtIn: { readonly template: Template; readonly detail: Detail };
  /** What the server said against it. */
  refused: string | undefined;
  onSave: (prompt: string | null) => void;
  onPreview: (prompt: string) => void;
}) {
  const saved = value ?? '';
  const [drafts, keep] = useUnsaved<Readonly<Record<string, string>>>('prompts');
  const draft = drafts?.[label] ?? saved;
  const setDraft = (text: string) => {
    const { [label]: _, ...others } = drafts ?? {};
    const all = text === saved ? others : { ...others, [label]: text };
    keep(Object.keys(all).length === 0 ? null : all);
  };
  const help = useId();
  const { problem, tokens } = usePromptCheck(draft);
  const dirty = draft !== saved;
  // What was just saved is no draft any more.
  useEffect(() => {
    if (drafts?.[label] === saved) setDraft(saved);
  }, [saved]);
  const shown = dirty ? (problem ?? refused) : undefined;
  return (
    <div className="grid gap-2 py-3">
      <TextArea
        label={label}
        aria-describedby={help}
        rows={8}
        value={draft}
        placeholder="The built-in prompt is used. Write your own here, with {conversation_history} where the messages belong."
        invalid={shown !== undefined && shown !== null}
        className="font-mono text-xs"
        onChange={setDraft}
      />
      <div id={help} className="flex flex-wrap items-center justify-between gap-2 text-xs">
        {shown !== undefined && shown !== null ? (
          <p role="alert" className="text-critical">
            {shown}
          </p>
        ) : (
          <p className="text-ink-soft">Must contain {'{conversation_history}'}; at most 8,000 tokens.</p>
        )}
        <span className="text-ink-faint tabular-nums">
          {tokens === null || draft === '' ? '' : `${whole(tokens)} of 8,000 tokens`}
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" label="Save prompt" disabled={!dirty || problem !== null} onClick={() => onSave(draft)} />
        <Button label="Preview" disabled={problem !== null} onClick={() => onPreview(draft)} />
        <Button
          label="Start from the built-in prompt"
          onClick={() => setDraft(summaryPrompt(builtIn.template, builtIn.detail))}
        />
        {value !== null && <Button label="Use the built-in prompt" onClick={() => onSave(null)} />}
      </div>
    </div>
  );
}

/** What is wrong with a prompt and what it weighs. */
interface PromptCheck {
  readonly problem: string | null;
  readonly tokens: number | null;
}

/** Checks a prompt as it is typed: what needs no counting at once, the rest a moment later. */
function usePromptCheck(prompt: string): PromptCheck {
  const [counted, setCounted] = useState<PromptCheck & { readonly of: string }>({ of: '', problem: null, tokens: null });
  useEffect(() => {
    let left = false;
    void askWorker({ kind: 'check', prompt }).then((answer) => {
      if (!left && answer.kind === 'check') setCounted({ of: prompt, problem: answer.problem, tokens: answer.tokens });
    });
    return () => {
      left = true;
    };
  }, [prompt]);
  // Empty or without its slot: that shows without counting anything.
  if (prompt.trim() === '' || !prompt.includes(HISTORY_SLOT))
    return { problem: promptProblem(prompt, () => 0), tokens: counted.tokens };
  return counted.of === prompt ? counted : { problem: null, tokens: counted.tokens };
}
