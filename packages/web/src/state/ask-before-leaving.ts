const reasons = new Set<string>();

/** Has the browser ask before the tab is closed or reloaded, for as long as there is something that would be lost. */
export function askBeforeLeaving(reason: string, isAtStake: boolean): void {
  if (isAtStake) reasons.add(reason);
  else reasons.delete(reason);
  if (reasons.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
