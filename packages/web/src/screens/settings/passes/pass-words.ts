import type { ContentType, SmartOperation, SmartPass } from '@tenfold/core';
import { whole } from '../../../ui/figures.ts';

/** Kinds of content as people call them. */
export const CONTENT_NAMES: Readonly<Record<ContentType, string>> = {
  messageText: 'Message text',
  toolParameters: 'Tool parameters',
  toolResults: 'Tool results',
};

/** `Batch` or `Each message`. */
export function modeWords({ mode }: SmartPass): string {
  return mode === 'batch' ? 'Batch' : 'Individual';
}

/** `Always` or `Above 4,000 tokens`. */
export function conditionWords({ execution }: SmartPass): string {
  return execution.type === 'always' ? 'Always' : `Above ${whole(execution.condition.tokenThreshold)} tokens`;
}

/** Which messages, in a few words. */
export function selectionWords({ selection }: SmartPass): string {
  if (selection.type === 'preserve_recent') return `all but the newest ${whole(selection.keepRecentCount)}`;
  if (selection.type === 'preserve_percent') return `all but the newest ${selection.keepPercentage}%`;
  const { roles, tools, olderThan = 0 } = selection.custom;
  const who = tools?.length
    ? `calls of ${tools.join(', ')}`
    : roles?.length
      ? `messages of ${roles.join(', ')}`
      : 'chosen messages';
  return olderThan === 0 ? who : `${who} but the newest ${whole(olderThan)}`;
}

/** What a pass does, in a few words. */
export function actionWords(pass: SmartPass): string {
  if (pass.mode === 'batch') return pass.batchConfig?.operation === 'summarize' ? 'summarize as one' : 'leave alone';
  const done = Object.entries(pass.individualConfig?.defaults ?? {})
    .filter(([, { operation }]) => operation !== 'keep')
    .map(([kind, { operation }]) => `${operation} ${CONTENT_NAMES[kind as ContentType].toLowerCase()}`);
  return done.length === 0 ? 'keep everything' : done.join(', ');
}

/** Whether a pass asks a model: what is then shown is an estimate. */
export function asksModel(pass: SmartPass): boolean {
  if (pass.mode === 'batch') return pass.batchConfig?.operation === 'summarize';
  const { defaults, overrides = [] } = pass.individualConfig ?? {};
  const sets: readonly Partial<Record<ContentType, SmartOperation>>[] = [
    defaults ?? {},
    ...overrides.map(({ operations }) => operations),
  ];
  return sets.some((set) => Object.values(set).some((one) => one?.operation === 'summarize'));
}
