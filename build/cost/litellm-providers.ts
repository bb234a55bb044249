/** Our host → LiteLLM's name for it, for usage logs that name it and for the price table that LiteLLM reads. */

/** Our host=LiteLLM's name for it, if that differs; the name is also the prefix of its ids. */
const HOSTS = [
  ..."alibaba=dashscope azure azure-cognitive-services=azure_ai baseten cerebras".split(" "),
  ..."cloudflare-workers-ai=cloudflare crusoe databricks deepinfra deepseek".split(" "),
  ..."digitalocean=gradient_ai fireworks-ai=fireworks_ai friendli=friendliai".split(" "),
  ..."github-copilot=github_copilot gmicloud=gmi google=gemini google-vertex=vertex_ai".split(" "),
  ..."google-vertex-anthropic=vertex_ai groq hyperbolic inception libertai".split(" "),
  ..."llama=meta_llama meta minimax mistral moonshotai=moonshot morph nebius".split(" "),
  ..."novita-ai=novita nscale nvidia=nvidia_nim oci openrouter ovhcloud perplexity".split(" "),
  ..."replicate sambanova sarvam scaleway snowflake-cortex=snowflake tensormesh".split(" "),
  ..."togetherai=together_ai v0 vercel=vercel_ai_gateway volcengine voyageai=voyage".split(" "),
  ..."wandb watsonx xai zai".split(" "),
];

export const LITELLM_PROVIDERS: readonly (readonly [host: string, name: string])[] = HOSTS.map(
  (text) => {
    const [host = "", name = host] = text.split("=");
    return [host, name];
  },
);
