import { MAX_NAME } from '@tenfold/core';
import type { Command } from 'commander';
import { BadInput } from '../bad-input.ts';
import { tame } from '../draw/width.ts';
import type { Terminal } from '../terminal.ts';
import { type ServerPackage, withServer } from '../with-server.ts';
import { withStore } from './home-option.ts';

interface Where {
  readonly home?: string;
  readonly database?: string;
}

/** `tenfold people`: those who share a server, and the tokens they come with. */
export function addPeople(program: Command, { out }: Terminal): void {
  const people = program
    .command('people')
    .description('the people who share a server: add, list or disable them, and make their tokens')
    .addHelpText(
      'after',
      `
Everybody has conversations, settings and keys of their own. A token is shown once, when it is made.

Examples:
  $ tenfold people add Ada --admin
  $ tenfold people token Ada --name laptop --days 90
  $ tenfold people list
  $ tenfold people disable Ada`,
    );
  withStore(
    people.command('add').description('add somebody; prints their first token').argument('<name>', 'what they are called'),
  )
    .addHelpText('after', example('tenfold people add Ada --admin'))
    .option('--admin', 'make them an administrator')
    .action((name: string, { admin, ...where }: Where & { admin?: true }) =>
      at({ ...where, make: true }, async (them) => {
        refuseNoName(name);
        const person = await them.add({ name, role: admin ? 'admin' : 'user' });
        const { text } = await them.addToken(person.id, { name: 'first', scope: 'full' });
        out.write(`${name} is ${person.id}. This token is shown once:\n${text}\n`);
      }),
    );
  withStore(people.command('list').description('list them: id, role and name'))
    .addHelpText('after', example('tenfold people list --json'))
    .option('--json', 'print one JSON object')
    .action(({ json, ...where }: Where & { json?: true }) =>
      at(where, async (them) => {
        const all = await them.list();
        if (json) out.writeJson({ people: all });
        else if (all.length === 0) out.write('Nobody yet: tenfold people add NAME\n');
        else
          for (const { id, name, role, disabled } of all)
            out.write(`${id}  ${disabled ? 'disabled' : role.padEnd(8)}  ${tame(name)}\n`);
      }),
    );
  withStore(people.command('token').description('make a token; prints it once').argument('<who>', 'name or id'))
    .addHelpText('after', example('tenfold people token Ada --name laptop --days 90 --read'))
    .option('--name <text>', 'what it is for', 'token')
    .option('--days <n>', 'days until it expires (never)')
    .option('--read', 'for reading only')
    .action((who: string, { name, days, read, ...where }: Where & { name: string; days?: string; read?: true }) =>
      at(where, async (them) => {
        if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
          throw new BadInput(`--days ${days}: a number of days is expected`);
        refuseNoName(name);
        const { id } = await findPerson(them, who);
        const wish = { name, scope: read ? 'read' : 'full', days: days === undefined ? null : Number(days) } as const;
        out.write(`${(await them.addToken(id, wish)).text}\n`);
      }),
    );
  for (const [command, disabled] of [
    ['disable', true],
    ['enable', false],
  ] as const)
    withStore(
      people
        .command(command)
        .description(disabled ? 'lock somebody out; what they have is kept' : 'let somebody in again')
        .argument('<who>', 'name or id')
        .addHelpText('after', example(`tenfold people ${command} Ada`)),
    ).action((who: string, where: Where) =>
      at(where, async (them) => {
        const { id } = await findPerson(them, who);
        const { name } = await them.change(id, { disabled });
        out.write(disabled ? `${name} is no longer let in. What they have is kept.\n` : `${name} is let in again.\n`);
      }),
    );
}

function refuseNoName(name: string): void {
  if (name.trim() === '') throw new BadInput('expected a name, found nothing but blanks');
  if (name.length > MAX_NAME) throw new BadInput(`expected a name of at most ${MAX_NAME} characters, found ${name.length}`);
}

function example(line: string): string {
  return `\nExamples:\n  $ ${line}`;
}

type Them = Parameters<Parameters<ServerPackage['atHomeHere']>[1]>[0]['people'];

function at(where: Where & { make?: boolean }, work: (people: Them) => Promise<void>): Promise<void> {
  return withServer((server) => server.atHomeHere(where, ({ people }) => work(people)));
}

async function findPerson(people: Them, who: string) {
  const found = (await people.list()).filter(({ id, name }) => id === who || name === who);
  const [person] = found;
  if (person === undefined) throw new BadInput(`${who}: nobody is called that; see tenfold people list`);
  if (found.length > 1) throw new BadInput(`${who}: several are called that; use the id, see tenfold people list`);
  return person;
}
