import re,sys
# args: file side(ours|theirs|custom text)
def pick(f,side):
    s=open(f).read()
    s=re.sub(r'<<<<<<< [^\n]*\n([\s\S]*?)=======\n([\s\S]*?)>>>>>>> [^\n]*\n',lambda m:m.group(1) if side=='ours' else m.group(2) if side=='theirs' else side,s)
    open(f,'w').write(s)
if __name__=='__main__':
    for a in sys.argv[1:]:
        f,side=a.split('=',1); pick(f,side)
