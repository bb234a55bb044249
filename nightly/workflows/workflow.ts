/** What a workflow of ours may hold, as a schema: a key that GitHub would refuse or ignore is a fault. */
import { z } from "zod";

const Text = z.string().min(1);
const Value = z.union([z.string(), z.number(), z.boolean()]);
const Environment = z.record(z.string().regex(/^[A-Z_][A-Z0-9_]*$/), Value);
const Access = z.enum(["read", "write", "none"]);

/** A pinned major version: `actions/checkout@v5`. */
const Action = z
  .string()
  .regex(/^[\w-]+\/[\w-]+(\/[\w-]+)*@v\d+$/, "not pinned: write owner/name@v<major>");

const Cron = z.string().refine(isCron, "not a time: write minute hour day month weekday");

const Step = z
  .strictObject({
    name: Text.optional(),
    id: Text.optional(),
    if: Text.optional(),
    uses: Action.optional(),
    run: Text.optional(),
    with: z.record(z.string(), Value).optional(),
    env: Environment.optional(),
  })
  .refine(({ uses, run }) => (uses === undefined) !== (run === undefined), "needs uses or run");
export type Step = z.infer<typeof Step>;

const Job = z.strictObject({
  name: Text.optional(),
  needs: z.array(Text).optional(),
  if: Text.optional(),
  "runs-on": Text,
  "timeout-minutes": z.int().min(1).max(360),
  permissions: z.record(z.string(), Access).optional(),
  env: Environment.optional(),
  strategy: z
    .strictObject({
      "fail-fast": z.boolean().optional(),
      matrix: z.record(z.string(), z.array(Value).min(1)),
    })
    .optional(),
  steps: z.array(Step).min(1),
});
export type Job = z.infer<typeof Job>;

export const Workflow = z.strictObject({
  name: Text,
  on: z.strictObject({
    push: z.strictObject({ branches: z.array(Text).min(1) }).optional(),
    pull_request: z.null().optional(),
    workflow_dispatch: z.null().optional(),
    schedule: z.array(z.strictObject({ cron: Cron })).optional(),
  }),
  permissions: z.record(z.string(), Access),
  concurrency: z.strictObject({ group: Text, "cancel-in-progress": z.boolean() }),
  jobs: z.record(z.string().regex(/^[A-Za-z_][\w-]*$/), Job),
});
export type Workflow = z.infer<typeof Workflow>;

/** Smallest and largest number of each field. */
const CRON_FIELDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

function isCron(text: string): boolean {
  const fields = text.split(" ");
  return (
    fields.length === CRON_FIELDS.length &&
    fields.every((field, index) => {
      const [least, most] = CRON_FIELDS[index]!;
      const numbers = field.match(/\d+/g) ?? [];
      return (
        /^(\*|\d+)([-/,]\d+)*$/.test(field) &&
        numbers.every((number) => Number(number) >= least && Number(number) <= most)
      );
    })
  );
}
