import type { SecretBox } from '@tenfold/session';
import { SHARED, type Store } from '@tenfold/store';

/** What `sealSome` seals, by name. */
export const SEALED = ['Everybody’s', 'Ada’s', 'Own', 'Own of before', 'Birds'];

/** Keys of several people, one everybody shares, one of before keys had holders, and a server of tools. */
export async function sealSome(store: Store, box: SecretBox): Promise<void> {
  const profile = async (owner: string, id: string, name: string, place = '/credentials') => {
    const theirs = store.for(owner).profiles;
    await theirs.put({ id, name, provider: 'openai', model: 'gpt', at: 1 });
    const text = place === '' ? `sk-${id}` : JSON.stringify({ holder: 'api.openai.com', key: `sk-${id}` });
    await theirs.setSecret(id, box.seal(text, `${owner}/profile/${id}${place}`), 1);
  };
  await profile(SHARED, 'a', 'Everybody’s');
  await profile('ada', 'b', 'Ada’s');
  await profile(store.owner, 'c', 'Own');
  await profile(store.owner, 'd', 'Own of before', '');
  const reach = { kind: 'http', url: 'https://birds.example/mcp', headers: { authorization: 'Bearer wing' } };
  const sealed = Buffer.from(box.seal(JSON.stringify(reach), 'tool-server birds')).toString('base64');
  await store.settings.set({ scope: 'tool-servers', key: 'birds', value: { name: 'Birds', sealed }, at: 1 });
}
