/** Stars of the repository that belongs to an agent or a model. */
import { z } from "zod";
import type { Attention } from "../schema/editorial.ts";
import { createAttentionCollector } from "./attention.ts";

/**
 * Stars are a stock, read in the night after a day: the row is the day's end, as the counts of
 * stories and views of that day are.
 *
 * @param attention Which repository belongs to which entity.
 */
export const createGithubStars = (attention: readonly Attention[]) =>
  createAttentionCollector({
    source: {
      id: "github-stars",
      name: "GitHub, stars of repositories",
      url: "https://docs.github.com/en/rest/repos/repos",
      data_url: "https://api.github.com/repos",
      license: "LicenseRef-GitHub-Terms-of-Service",
      license_url: "https://docs.github.com/en/site-policy/github-terms/github-terms-of-service",
      copyright: null,
      credit: "Numbers of stars: GitHub REST API",
      provides: ["mindshare"],
    },
    attention,
    field: "github_repo",
    toUrl: (repository) => `https://api.github.com/repos/${repository}`,
    keyFrom: "GITHUB_TOKEN",
    answer: z.looseObject({ stargazers_count: z.int().nonnegative() }),
    toDays: ({ stargazers_count }, day) => [{ day, counts: { github_stars: stargazers_count } }],
  });
