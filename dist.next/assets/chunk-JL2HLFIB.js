import{c}from"./chunk-AGZ3WGN3.js";import{a as e}from"./chunk-TIOXIUWO.js";var H={lab:"First party",cloud:"Cloud",inference:"Inference host",router:"Reseller",plan:"Subscription"};var B=(t,n)=>({title:t,cell:n}),L=(t,n)=>({title:t,isFigure:!0,cell:n});function U({caption:t,isCaptionHidden:n,id:o,style:r,columns:i,rows:s,of:l}){let a=typeof l=="string"&&e` data-of="${l}"`,u=typeof l=="function"?l:void 0;return e`<div class="scroll" role="region" aria-label="${t}" tabindex="0"${a}>
<table class="figures${r&&` ${r}`}"${o&&e` id="${o}"`}>
<caption${n&&e` class="sr-only"`}>${t}</caption>
<thead>${R(i)}</thead>
<tbody>
${s.map((m,d)=>g(i,m,d,u?.(m)))}</tbody>
</table>
</div>
`}var R=t=>e`<tr>${t.map(({title:n,isFigure:o,sort:r})=>e`<th scope="col"${o&&p}${r&&e` aria-sort="${r}ending"`}>${n}</th>`)}</tr>`,g=(t,n,o,r)=>e`<tr${r&&e` data-of="${r}"`}>${t.map(({isFigure:i,cell:s},l)=>{let a=s(n,o)??c,u=i&&p;return l===0?e`<th scope="row"${u}>${a}</th>`:e`<td${u}>${a}</td>`})}</tr>
`,p=e` class="n"`;function S(t){let n=Object.entries(t);return(n[0]?.[1]??[]).map((o,r)=>Object.fromEntries(n.map(([i,s])=>[i,s[r]])))}export{H as a,B as b,L as c,U as d,S as e};
