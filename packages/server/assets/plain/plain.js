// The API at work without a build step: every button is one request.
const at = (id) => document.getElementById(id);
const actor = crypto.randomUUID();
let token = sessionStorage.getItem('token');
let session = null;
let listening = null;

async function call(method, path, body) {
  const headers = { 'x-tenfold-actor': actor };
  if (token) headers.authorization = `Bearer ${token}`;
  if (method !== 'GET') headers['content-type'] = 'application/json';
  const response = await fetch(path, { method, headers, body: method === 'GET' ? undefined : JSON.stringify(body ?? {}) });
  if (response.status === 401) {
    await askToken();
    return call(method, path, body);
  }
  if (!response.ok) throw new Error(tell(await response.json()));
  return response;
}
const get = async (path) => (await call('GET', path)).json();
const send = async (method, path, body) => (await call(method, path, body)).json();
const here = (path) => `/api/sessions/${encodeURIComponent(session.id)}${path}`;
const tell = ({ detail, kept, todo }) => [detail, kept, todo].filter(Boolean).join(' ');

function askToken() {
  const dialog = at('token');
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      'close',
      () => {
        token = dialog.querySelector('input').value;
        sessionStorage.setItem('token', token);
        resolve();
      },
      { once: true },
    );
  });
}

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function button(text, act) {
  const made = element('button', text);
  made.type = 'button';
  made.addEventListener('click', () => trying(act));
  return made;
}

async function trying(work) {
  at('notice').textContent = '';
  try {
    await work();
  } catch (error) {
    at('notice').textContent = error.message;
  }
}

async function showSessions() {
  const { sessions } = await get('/api/sessions');
  at('sessions').replaceChildren(
    ...sessions.map((each) => {
      const made = button(each.title || 'Untitled', () => openSession(each));
      made.setAttribute('aria-current', String(each.id === session?.id));
      const percent = each.status ? ` · ${Math.round(each.status.percent)}%` : '';
      made.append(element('small', `${each.entries} messages · ${each.checkpoints} checkpoints${percent}`));
      made.append(element('small', each.lastMessage ?? ''));
      return made;
    }),
  );
  return sessions;
}

async function showRecovery() {
  const { sessions } = await get('/api/recovery');
  at('recovery').replaceChildren(
    ...sessions.map(({ session: lost, prompt, what }) => {
      const decide = (action) => async () => {
        const back = await send('POST', `/api/recovery/${encodeURIComponent(lost.id)}`, { action });
        await showRecovery();
        await openSession(back);
      };
      return element(
        'div',
        prompt,
        element('small', `${lost.title}: ${what}`),
        button('Resume', decide('resume')),
        button('Dismiss', decide('dismiss')),
      );
    }),
  );
}

async function openSession(chosen) {
  session = chosen;
  at('title').textContent = chosen.title || 'Untitled';
  at('panel').hidden = true;
  await Promise.all([showSessions(), showThread(), showStatus()]);
  follow();
}

async function showStatus(known) {
  const status = known ?? (await get(here('/status')));
  at('gauge-text').textContent =
    `${status.text} · ${status.model}${status.folding ? ` · Condensing context... ${status.folding.scope}` : ''}`;
  at('gauge').value = Math.min(100, status.percent);
}

function words({ parts }) {
  return parts
    .map((part) => {
      if (part.type === 'text' || part.type === 'reasoning') return part.text;
      if (part.type === 'tool-call') return `→ ${part.name} ${JSON.stringify(part.input)}`;
      if (part.type === 'tool-result') return typeof part.output === 'string' ? part.output : JSON.stringify(part.output);
      return `[${part.name ?? part.type}]`;
    })
    .join('\n');
}

async function showThread() {
  const [{ entries }, { runs }, { checkpoints }] = await Promise.all([
    get(here('/entries?limit=200')),
    get(here('/condensations')),
    get(here('/checkpoints')),
  ]);
  const rows = [];
  for (const entry of entries) {
    for (const run of runs.filter((each) => each.active && each.at === entry.position)) rows.push(divider(run));
    rows.push(row(entry));
    for (const checkpoint of checkpoints.filter((each) => each.position === entry.position)) rows.push(mark(checkpoint));
  }
  for (const run of runs.filter((each) => each.active && !entries.some(({ position }) => position === each.at)))
    rows.push(divider(run));
  at('thread').replaceChildren(...rows);
  at('thread').lastElementChild?.scrollIntoView();
}

function row(entry) {
  const notes = [entry.role, `${entry.tokens} tokens`];
  if (entry.foldedBy) notes.push('not in context');
  if (entry.protected) notes.push('protected');
  if (entry.aborted) notes.push('stopped');
  const text = words(entry);
  const made = element('li', '', element('b', notes.join(' · ')), text.length > 2_000 ? `${text.slice(0, 2_000)} …` : text);
  if (entry.foldedBy) made.dataset.folded = '';
  return made;
}

function divider(run) {
  const made = element('li', '', `${run.divider} `);
  made.className = 'divider';
  made.append(
    button('Summary', () => panel(run.text)),
    button('Undo', async () => {
      await send('DELETE', here(`/condensations/${encodeURIComponent(run.id)}`));
      await Promise.all([showThread(), showStatus()]);
    }),
  );
  return made;
}

function mark(checkpoint) {
  const made = element('li', '', `${checkpoint.label} (${checkpoint.tags.join(', ')}) `);
  made.className = 'divider';
  made.append(
    button('Resume from here', async () => {
      await send('POST', here('/restore'), { checkpoint: checkpoint.id, confirmModel: true });
      await openSession(await get(here('')));
    }),
  );
  return made;
}

function panel(text) {
  at('panel').hidden = false;
  at('panel').textContent = text;
}

/** Reads server-sent events from a response, one at a time. */
async function* events(response) {
  let rest = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    rest += piece;
    for (let end = rest.indexOf('\n\n'); end >= 0; end = rest.indexOf('\n\n')) {
      const fields = Object.fromEntries(
        rest
          .slice(0, end)
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
      );
      rest = rest.slice(end + 2);
      if (fields.data) yield fields;
    }
  }
}

async function follow() {
  const mine = {};
  listening = mine;
  const { id } = session;
  let after = null;
  while (listening === mine) {
    try {
      const response = await call(
        'GET',
        `/api/sessions/${encodeURIComponent(id)}/events${after === null ? '' : `?after=${after}`}`,
      );
      for await (const news of events(response)) {
        if (listening !== mine) return response.body.cancel().catch(() => {});
        after = news.id ?? after;
        if (news.event !== 'ready') await refresh(news);
      }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  }
}

async function refresh({ event, data }) {
  const told = JSON.parse(data);
  if (event === 'job' && told.scope) at('gauge-text').textContent = `Condensing context... ${told.scope}`;
  if (event === 'head' && told.actor && told.actor !== actor) at('notice').textContent = 'Session updated elsewhere.';
  if (['run', 'entry', 'head', 'checkpoint'].includes(event)) await showThread();
  await showStatus();
}

async function say(text) {
  const live = element('li', '', element('b', 'assistant'));
  const words = document.createTextNode('');
  live.append(words);
  at('stop').hidden = false;
  try {
    const response = await call('POST', here('/messages'), { text, idempotencyKey: crypto.randomUUID() });
    at('thread').append(live);
    for await (const { data } of events(response)) {
      if (data === '[DONE]') break;
      const chunk = JSON.parse(data);
      if (chunk.type === 'data-entry' && chunk.data.role === 'user') live.before(row(chunk.data));
      if (chunk.type === 'text-delta') words.data += chunk.delta;
      if (chunk.type === 'data-status') await showStatus(chunk.data);
      if (chunk.type === 'data-queued') at('notice').textContent = 'Waiting: the context is condensed first.';
      if (chunk.type === 'error') at('notice').textContent = chunk.errorText;
      live.scrollIntoView();
    }
  } finally {
    at('stop').hidden = true;
    await Promise.all([showThread(), showStatus(), showSessions()]);
  }
}

const actions = {
  estimate: async () => panel((await send('POST', here('/condense'), { dryRun: true })).text),
  condense: async () => {
    const job = await send('POST', here('/condense'), {});
    at('gauge-text').textContent = `Condensing context... ${job.scope}`;
  },
  checkpoint: async () => {
    await send('POST', here('/checkpoints'), {});
    await showThread();
  },
  context: async () => {
    const { tokens, rows } = await get(here('/context'));
    const lines = rows.map(({ kind, role, tokens: weight, parts }) => {
      const text = parts.map((part) => part.text).join(' ');
      return `${String(weight).padStart(6)}  ${kind === 'entry' ? role : kind}  ${text.slice(0, 160)}`;
    });
    panel([`${tokens} tokens would be sent:`, ...lines].join('\n'));
  },
  export: async () => {
    const response = await call('GET', here('/export?format=markdown'));
    const link = element('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${session.title || 'session'}.md`;
    link.click();
    URL.revokeObjectURL(link.href);
  },
  remove: async () => {
    await send('DELETE', here(''));
    session = null;
    listening = null;
    at('title').textContent = 'Choose a session';
    at('thread').replaceChildren();
    await showSessions();
  },
};

at('actions').addEventListener('click', ({ target }) => {
  const act = actions[target.dataset?.do];
  if (act && session) trying(act);
});
at('new').addEventListener('click', () => trying(async () => openSession(await send('POST', '/api/sessions', {}))));
at('stop').addEventListener('click', () => trying(() => send('POST', here('/stop'))));
at('composer').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = at('draft').value.trim();
  if (text === '' || !session) return;
  at('draft').value = '';
  trying(async () => {
    if (!text.startsWith('/')) return say(text);
    const { message } = await send('POST', here('/commands'), { line: text });
    at('notice').textContent = message;
    await showThread();
  });
});
at('draft').addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  at('composer').requestSubmit();
});

trying(async () => {
  await showRecovery();
  const [first] = await showSessions();
  if (first) await openSession(first);
});
