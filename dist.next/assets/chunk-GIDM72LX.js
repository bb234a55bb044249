var i=(e,n)=>e<n?-1:e>n?1:0;function l(e,n){let t=new Map;for(let r of e){let o=n(r),u=t.get(o);u?u.push(r):t.set(o,[r])}return t}export{i as a,l as b};
