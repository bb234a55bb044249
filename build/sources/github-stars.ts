/** Stars of the repository that belongs to an agent or a model. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { fourFifthsOf, requestFor, translateAnswers } from "./attention.ts";
import type { Collector } from "./listing.ts";
import { daysBefore, newestPathDay } from "./parse/dated-paths.ts";

const SOURCE = "github-stars";

const Repository = z.looseObject({ stargazers_count: z.int().nonnegative() });

/**
 * Stars are a stock, read in the night after a day: the row says how the day ended, as the counts of
 * stories and views of that day do.
 * @param attention Which repository belongs to which entity.
 */
export function createGithubStars(attention: readonly Attention[]): Collector {
  const asked = attention.filter(({ github_repo }) => github_repo !== null);
  return {
    source: {
      id: SOURCE,
      name: "GitHub, stars of repositories",
      url: "https://docs.github.com/en/rest/repos/repos",
      data_url: "https://api.github.com/repos",
      license: "LicenseRef-GitHub-Terms-of-Service",
      license_url: "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service",
      copyright: null,
      credit: "Numbers of stars: GitHub REST API",
      provides: ["mindshare"],
    },
    live: {
      requests: (day) =>
        asked.map((entity) => ({
          ...requestFor(
            entity,
            daysBefore(day, 1),
            `https://api.github.com/repos/${entity.github_repo}`,
          ),
          keyFrom: "GITHUB_TOKEN",
        })),
      everyDays: 1,
      maxBytes: 1_000_000,
      limitMs: 600_000,
    },
    minRows: fourFifthsOf(asked),
    newestFact: newestPathDay,
    translate: (files) =>
      translateAnswers(files, SOURCE, attention, Repository, ({ stargazers_count }, day) => [
        { day, counts: { github_stars: stargazers_count } },
      ]),
  };
}
