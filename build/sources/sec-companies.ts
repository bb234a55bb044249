/** Companies of ours that report to the SEC, by their Central Index Key. */
export interface Filer {
  /** Our company. */
  slug: string;
  /** Ten digits, as in the addresses of the SEC's data. */
  cik: string;
  /** What the SEC calls it: a wrong number must not give one company another's figures. */
  name: RegExp;
}

/** Those that file a yearly 10-K under US rules; Alibaba, Baidu and others file a 20-F in their own money. */
export const FILERS: readonly Filer[] = [
  { slug: "amazon", cik: "0001018724", name: /^amazon/i },
  { slug: "apple", cik: "0000320193", name: /^apple/i },
  { slug: "digitalocean", cik: "0001582961", name: /^digitalocean/i },
  { slug: "google", cik: "0001652044", name: /^alphabet/i },
  { slug: "ibm", cik: "0000051143", name: /^international business machines/i },
  { slug: "intel", cik: "0000050863", name: /^intel/i },
  { slug: "meta", cik: "0001326801", name: /^(meta platforms|facebook)/i },
  { slug: "microsoft", cik: "0000789019", name: /^microsoft/i },
  { slug: "nvidia", cik: "0001045810", name: /^nvidia/i },
  { slug: "salesforce", cik: "0001108524", name: /^salesforce/i },
  { slug: "snowflake", cik: "0001640147", name: /^snowflake/i },
];
