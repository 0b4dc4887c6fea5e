/** What a drawn step is: made on the server and on the model, which says what the answer must be; then everyone looks. */
import fc from 'fast-check';
import { expect } from 'vitest';
import type { AnyCallName } from '../../contract/calls';
import type { AnyInput, Answer, TestServer } from '../support/testServer';
import { compare } from './compare';
import { type Actor, type Model, refusalOf } from './model';

export interface Real {
  readonly server: TestServer;
  /** Ids of two. */
  readonly sites: readonly [string, string];
  /** How many commands were run, by their names. */
  readonly ran: Map<string, number>;
}

/** Enough for everything to happen to something; more only takes longer. */
export const MOST_ACCOUNTS = 8;
export const MOST_REFERRALS = 10;

export class Command implements fc.AsyncCommand<Model, Real> {
  constructor(
    private readonly name: string,
    private readonly drawn: unknown,
    private readonly perform: (model: Model, real: Real) => Promise<void>,
    readonly check: (model: Readonly<Model>) => boolean = () => true,
  ) {}
  async run(model: Model, real: Real): Promise<void> {
    await this.perform(model, real);
    await compare(model, real.server);
    real.ran.set(this.name, (real.ran.get(this.name) ?? 0) + 1);
  }
  toString(): string {
    return `${this.name} ${JSON.stringify(this.drawn)}`;
  }
}

/** A number that chooses one of however many there are. */
export const which = fc.nat(1_000);
export const pick = <T>(from: readonly T[], index: number): T | undefined =>
  from[index % (from.length || 1)];

/** One of the sessions anyone ever began, living or not, or a visitor. The first account is a super user: often. */
const actorIndex = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: which },
);
export function actorOf({ accounts }: Model, index: number): Actor {
  const acting = index === 0 ? accounts[0] : pick([...accounts, null], index);
  const session = acting?.sessions.at(-1);
  return {
    bearer: session?.access,
    account: acting && session?.alive ? acting : null,
  };
}

export const noId = 'no-such-id';

export async function expectStatus(
  { server }: Real,
  name: AnyCallName,
  input: AnyInput,
  bearer: string | undefined,
  expected: number,
): Promise<Answer> {
  const answer = await server.call(name, input, bearer);
  expect({
    name,
    status: answer.status,
    text: expected === answer.status ? '' : answer.text,
  }).toEqual({
    name,
    status: expected,
    text: '',
  });
  return answer;
}

/** A call that only super users may make, about an account or a referral that may be none. */
export const desk = <Drawn extends { actor: number; target: number }>(
  name: AnyCallName,
  drawn: fc.Arbitrary<Drawn>,
  work: (
    model: Model,
    drawn: Drawn,
    actor: Actor,
  ) => {
    input: AnyInput;
    status: number;
    /** What is then true. */
    after: () => void;
  },
) =>
  drawn.map(
    (values) =>
      new Command(name, values, async (model, real) => {
        const actor = actorOf(model, values.actor);
        const { input, status, after } = work(model, values, actor);
        const refusal = refusalOf(actor);
        await expectStatus(real, name, input, actor.bearer, refusal ?? status);
        if (refusal === null && status === 200) after();
      }),
  );

export const target = { actor: actorIndex, target: which };
