import subprocess,re,sys
files=subprocess.run(['git','diff','--name-only','--diff-filter=U'],capture_output=True,text=True).stdout.split()
left=0
for f in files:
    s=open(f).read()
    def hunk(m):
        global left
        a,b=m.group(1),m.group(2)
        la=[l for l in a.split('\n')]; lb=[l for l in b.split('\n')]
        isimp=lambda L: all(re.match(r'^(import .*|\s*|  (type )?[\w$]+,?|\} from .*)$',l) for l in L)
        if isimp(la) and isimp(lb):
            out=list(la)
            for l in lb:
                l2=l
                if l.startswith('import { DAY_MS } from') : continue
                if l not in out: out.append(l)
            return '\n'.join(x for x in out if x.strip() or True)
        left+=1
        print('----',f); print(m.group(0)[:1500])
        return m.group(0)
    s2=re.sub(r'<<<<<<< [^\n]*\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> [^\n]*\n',hunk,s)
    open(f,'w').write(s2)
print('left',left)
